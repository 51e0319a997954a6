import type { SearchNode } from '../schemas/search';
import { usualAnswerRule, type AnswerRule, type OwnAnswerRule } from '../names/answer-rules';
import type { SearchState } from './method';
import { rerank } from './rerank';
import { passedVisible } from './tree';

/**
 * The node with the most passed visible tests, then the highest score, then the program that most nodes made (their votes; a node without a
 * vote is alone), then the earliest.
 */
function best(nodes: readonly SearchNode[]): SearchNode | undefined {
  const votes = new Map<string, number>();
  for (const { vote } of nodes) if (vote !== undefined) votes.set(vote, (votes.get(vote) ?? 0) + 1);
  const equals = ({ vote }: SearchNode): number =>
    vote === undefined ? 0 : (votes.get(vote) ?? 0);
  return nodes.toSorted(
    (left, right) =>
      passedTests(right) - passedTests(left) ||
      right.score - left.score ||
      equals(right) - equals(left) ||
      left.ordinal - right.ordinal,
  )[0];
}

/** All nodes of a search have the same tests. */
function passedTests({ visible }: SearchNode): number {
  return visible?.passed ?? 0;
}

/** For each rule, the answer among the nodes with a program, in the order in which they were made. */
const choices: {
  readonly [Rule in AnswerRule | OwnAnswerRule]: (
    nodes: readonly SearchNode[],
  ) => SearchNode | undefined;
} = {
  // Tests before scores: scores of different levels cannot be compared, as the critic adds nothing at the deepest (`judge`).
  best,
  'last-failing': (nodes) => nodes.findLast(({ visible }) => !passedVisible(visible)) ?? nodes[0],
  passing: (nodes) => nodes.find(({ visible }) => passedVisible(visible)),
  rerank,
};

/** The accepted node, otherwise the choice of its rule. null: there is none. */
export function answerOf({
  nodes,
  accepted,
  config,
}: Pick<SearchState, 'nodes' | 'accepted' | 'config'>): string | null {
  if (accepted !== null) return accepted;
  const made = nodes.filter(({ program }) => program !== null);
  return choices[config.answer ?? usualAnswerRule](made)?.id ?? null;
}

/** Records the answer after one more generated program: a point of the budget curve. */
export function noteAnswer(state: SearchState): SearchState {
  return { ...state, answers: [...state.answers, answerOf(state)] };
}
