import {
  codeTreeNoAbort,
  codeTreeNoScoring,
  codeTreeNoVerification,
} from '../../../core/search/code-tree-ablations';
import { play } from './search-player';

const decisionsOf = (played: ReturnType<typeof play>) =>
  played.state.nodes.map(({ decision }) => decision);

describe('the ablations of code-tree', () => {
  it('no-verification accepts the first node that passes', () => {
    const played = play(codeTreeNoVerification, {
      strategies: ['A', 'B'],
      nodes: [{ passed: 2 }, { passed: 4, accept: false }],
    });
    expect(decisionsOf(played)).toEqual(['refine', 'accept']);
    expect(played.state.nodes[1]?.critique).toEqual({ kind: 'none' });
  });

  it('no-abort goes on below a worse node until the depth ends it', () => {
    const played = play(codeTreeNoAbort, {
      strategies: ['A'],
      nodes: [
        { passed: 3, marks: 5 },
        { passed: 0, marks: 0 },
      ],
    });
    expect(decisionsOf(played)).toEqual(['refine', 'refine', 'abort']);
  });

  it('no-scoring keeps a node as good as its parent and drops a worse one', () => {
    const same = play(codeTreeNoScoring, { strategies: ['A'], nodes: [{ passed: 2 }] });
    expect(decisionsOf(same)).toEqual(['refine', 'refine', 'abort']);
    const worse = play(codeTreeNoScoring, {
      strategies: ['A'],
      nodes: [{ passed: 2 }, { passed: 1 }],
    });
    expect(decisionsOf(worse)).toEqual(['refine', 'abort']);
    expect(worse.state.nodes.map(({ critique }) => critique.kind)).toEqual(['none', 'none']);
  });
});
