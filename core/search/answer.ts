import type { SearchNode } from '../schemas/search';
import type { SearchState } from './method';

/** Negative when `left` is the better answer: more visible tests passed, then the score, then the earlier. */
function byWorth(left: SearchNode, right: SearchNode): number {
  return (
    passedTests(right) - passedTests(left) ||
    right.score - left.score ||
    left.ordinal - right.ordinal
  );
}

/** All nodes of a search have the same tests. */
function passedTests({ visible }: SearchNode): number {
  return visible?.passed ?? 0;
}

/**
 * The node a search would answer with now: the accepted one, else, among those with a program, the one that passes most
 * visible tests; of equals the best scored, then the earlier. Tests come before scores because scores of different levels
 * are not alike: at the deepest level the critic adds nothing to them (`judge`). null: no program yet.
 */
export function answerOf(state: Pick<SearchState, 'nodes' | 'accepted'>): string | null {
  if (state.accepted !== null) return state.accepted;
  const [best] = state.nodes.filter(({ program }) => program !== null).toSorted(byWorth);
  return best?.id ?? null;
}

/** Notes the answer after one more generated program: a point of the budget curve. */
export function noteAnswer(state: SearchState): SearchState {
  return { ...state, answers: [...state.answers, answerOf(state)] };
}
