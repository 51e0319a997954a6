import type { SearchNode } from '../../../core/schemas/search';
import { answerRules } from '../../../core/names/answer-rules';
import type { AnswerRule } from '../../../core/names/answer-rules';
import { answerOf } from '../../../core/search/answer';
import { codeTree } from '../../../core/search/code-tree';
import { outcomeOf } from '../../../core/kinds/search/outcome';
import { play, sha, visibleOf } from './search-player';

const [template] = play(codeTree, { strategies: ['A'], nodes: [{ passed: 4, accept: true }] }).state
  .nodes;

function node(ordinal: number, score: number, changes: Partial<SearchNode> = {}): SearchNode {
  if (template === undefined) throw new Error('no template');
  const visible = visibleOf({ passed: 1 });
  const program = sha(String(ordinal));
  return { ...template, id: `n${String(ordinal)}`, ordinal, score, visible, program, ...changes };
}

const config = { budget: 20, width: 10, maxDepth: 3 };
const answer = (nodes: SearchNode[], accepted: string | null = null, rule?: AnswerRule) =>
  answerOf({ nodes, accepted, config: { ...config, answer: rule } });

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

  it('of equal scores is the program that most nodes made, where they vote', () => {
    const nodes = ['a', 'b', 'c', 'b'].map((vote, at) => node(at, 0.5, { vote }));
    expect(answer(nodes)).toBe('n1');
    expect(answer([node(0, 0.5), ...nodes.slice(1, 3)])).toBe('n0');
    expect(answer([node(0, 0.6, { vote: 'a' }), ...nodes.slice(1)])).toBe('n0');
  });

  it('is never a node without a program; a program with score 0 is better than none', () => {
    expect(answer([node(0, 0, { program: null })])).toBeNull();
    expect(answer([node(0, 0, { program: null }), node(1, 0)])).toBe('n1');
    expect(answer([])).toBeNull();
  });
});

describe('the answer of a search as the authors of CodeTree take it', () => {
  const passing = { visible: visibleOf({ passed: 4 }) };
  const nothing = { program: null };

  it.each<[string, AnswerRule, readonly (readonly [number, Partial<SearchNode>])[], string | null]>(
    [
      [
        'the last that fails',
        'last-failing',
        [
          [0.9, {}],
          [0.1, {}],
          [1, passing],
        ],
        'n1',
      ],
      [
        'the first, when none fails',
        'last-failing',
        [
          [1, passing],
          [1.3, passing],
        ],
        'n0',
      ],
      [
        'never one without a program',
        'last-failing',
        [
          [0, nothing],
          [0.1, {}],
          [0, nothing],
        ],
        'n1',
      ],
      ['nothing of nothing', 'last-failing', [[0, nothing]], null],
      [
        'the first that passes',
        'passing',
        [
          [0.9, {}],
          [1, passing],
          [1, passing],
        ],
        'n1',
      ],
      [
        'none, when none passes',
        'passing',
        [
          [0.9, {}],
          [0.1, {}],
        ],
        null,
      ],
    ],
  )('is %s', (_, rule, nodes, expected) => {
    const made = nodes.map(([score, changes], ordinal) => node(ordinal, score, changes));
    expect(answer(made, null, rule)).toBe(expected);
  });

  it('is the accepted node, by any rule', () => {
    for (const rule of answerRules) expect(answer([node(0, 1), node(1, 0)], 'n0', rule)).toBe('n0');
  });

  it('is noted after each program, and stands in the record', () => {
    const fails = { passed: 1, score: 2 };
    const world = { strategies: ['A', 'B'], nodes: [fails, { passed: 0, score: 0 }] };
    const { state } = play(codeTree, { ...world, config: { budget: 2, answer: 'last-failing' } });
    const { answers, answer: last } = outcomeOf(state);
    expect([answers, last]).toEqual([['n0', 'n1'], 'n1']);
  });
});
