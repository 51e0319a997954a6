import { UsageError } from '../../../core/errors/errors';
import { methodNamed, searchMethodNames } from '../../../core/search/methods';

describe('the table of methods', () => {
  it('holds CodeTree, its ablations, the trees without a critic, the baselines and the methods for patches, each under its own name', () => {
    expect(searchMethodNames).toEqual([
      'code-tree',
      'code-tree-no-verification',
      'code-tree-no-abort',
      'code-tree-no-scoring',
      'code-tree-bfs',
      'code-tree-dfs',
      'direct',
      'cot',
      'reflexion',
      'resample',
      'strategy-list',
      'map-coder',
      'agentless',
      'bash-agent',
      'bash-agent-vote',
    ]);
    for (const name of searchMethodNames) expect(methodNamed(name).name).toBe(name);
  });

  it('answers an unknown name with the known ones', () => {
    const asked = () => methodNamed('code-forest');
    expect(asked).toThrow(UsageError);
    expect(asked).toThrow('unknown method "code-forest"');
    try {
      asked();
    } catch (error) {
      expect((error as UsageError).remedy).toContain('code-tree, code-tree-no-verification');
      expect((error as UsageError).exitCode).toBe(2);
    }
  });

  it('knows no names that every object has', () => {
    expect(() => methodNamed('constructor')).toThrow(UsageError);
    expect(() => methodNamed('')).toThrow(UsageError);
  });
});
