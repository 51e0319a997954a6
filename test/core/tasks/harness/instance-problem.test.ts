import { HarnessProblem } from '../../../../core/tasks/harness/harness';
import {
  mostContextTokens,
  problemOf,
  rowOf,
} from '../../../../core/tasks/harness/instance-problem';
import type { InstanceOptions } from '../../../../core/tasks/harness/instance-problem';
import { fragmentOf } from '../../repository/sample-fragment';
import { instanceOf } from '../../repository/sample-instance';

const part = {
  ...{ source: 'def case_0(): pass\n', cases: ['case_0'], blobs: {} },
  ...{ expected: 'f'.repeat(64), observed: [] },
};
const shown = [{ source: 'total([1], [2])', part }] as unknown as InstanceOptions['shown'];
const instance = instanceOf({
  definition: { qualname: 'Tools.total', className: 'Tools', module: 'pkg.n' },
  contexts: {
    dependency: [fragmentOf('pkg/d.py', 1, 'needed = 1')],
    full: [fragmentOf('pkg/f.py', 1, 'whole = 1')],
  },
});
const options: InstanceOptions = {
  ...{ dataset: 'mine', retrieval: 'dependency', tokens: 500, countTokens: (text) => text.length },
  shown,
};

describe('the problem of an instance', () => {
  it('asks for its definition by its stub, in its place, under its policy', () => {
    expect(problemOf(instance, options)).toMatchObject({
      ...{ kind: 'harness', id: instance.id, dataset: 'mine', statement: instance.definition.stub },
      ...{ className: 'Tools', name: 'total', module: 'pkg.n', qualname: 'Tools.total' },
      ...{ environment: 'b'.repeat(64), policy: instance.harness.policy, visibleTests: shown },
    });
    const { visibleTests, ...rest } = problemOf(instance, { ...options, shown: [] });
    expect(HarnessProblem.parse({ ...rest, visibleTests }).statement).not.toContain('zip');
  });

  it('shows the context of its mode, as much as fits', () => {
    const contextOf = (changes: Partial<InstanceOptions>) =>
      problemOf(instance, { ...options, ...changes }).context;
    expect(contextOf({})).toContain('needed = 1');
    expect(contextOf({})).not.toContain('whole');
    expect(contextOf({ retrieval: 'full' })).toContain('whole = 1');
    expect(contextOf({ retrieval: 'none' })).toBe('');
    expect(contextOf({ tokens: 10 })).toBe('');
  });

  it('is graded by the stored harness and its parts, and shows what that tells', () => {
    const harness = { format: 1, parts: [part], shown } as never;
    const { problem, hidden } = rowOf(instance, harness, options);
    expect(problem).toEqual(problemOf(instance, options));
    expect(hidden).toEqual({ kind: 'harness', harness: 'd'.repeat(64), parts: [part] });
    const asked: string[] = [];
    const countTokens = (text: string) => {
      asked.push(text);
      return mostContextTokens + 1;
    };
    expect(rowOf(instance, harness, { ...options, countTokens }).problem.context).toBe('');
    expect(asked.join('\n')).toContain('needed = 1');
    expect(mostContextTokens).toBe(6_000);
  });
});
