import type { SearchNode } from '../../../core/schemas/search';
import { answerOf } from '../../../core/search/answer';
import { codeTree } from '../../../core/search/code-tree';
import { play, sha, visibleOf } from './search-player';

const [template] = play(codeTree, { strategies: ['A'], nodes: [{ passed: 4, accept: true }] }).state
  .nodes;

function node(ordinal: number, score: number, changes: Partial<SearchNode> = {}): SearchNode {
  if (template === undefined) throw new Error('no template');
  const visible = visibleOf({ passed: 1 });
  const program = sha(String(ordinal));
  return { ...template, id: `n${String(ordinal)}`, ordinal, score, visible, program, ...changes };
}

const answer = (nodes: SearchNode[], accepted: string | null = null) =>
  answerOf({ nodes, accepted });

describe('the answer of a search', () => {
  it('is the accepted node, whatever the scores', () => {
    expect(answer([node(0, 1), node(1, 0)], 'n1')).toBe('n1');
  });

  it('is else the one that passes most visible tests, whatever the critic gave the others', () => {
    const three = visibleOf({ passed: 3 });
    expect(answer([node(0, 0.9), node(1, 0.75, { visible: three }), node(2, 0.5)])).toBe('n1');
  });

  it('of those is the best scored, then the earlier', () => {
    expect(answer([node(0, 0.2), node(1, 0.9), node(2, 0.5)])).toBe('n1');
    const passing = visibleOf({ passed: 4 });
    const both = [node(0, 1, { visible: passing }), node(1, 1, { visible: passing })];
    expect(answer(both)).toBe('n0');
  });

  it('is never a node without a program; a program with score 0 is better than none', () => {
    expect(answer([node(0, 0, { program: null })])).toBeNull();
    expect(answer([node(0, 0, { program: null }), node(1, 0)])).toBe('n1');
    expect(answer([])).toBeNull();
  });
});
