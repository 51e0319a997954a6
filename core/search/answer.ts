import type { SearchNode } from '../schemas/search';
import type { SearchState } from './method';
import { passedVisible } from './tree';

/** Negative when `left` is the better answer: score, then passing the visible tests, then the earlier. */
function byWorth(left: SearchNode, right: SearchNode): number {
  if (left.score !== right.score) return right.score - left.score;
  const passes = Number(passedVisible(right.visible)) - Number(passedVisible(left.visible));
  return passes === 0 ? left.ordinal - right.ordinal : passes;
}

/**
 * The node a search would answer with now (CodeTree §3): the accepted one, else the best scored among those with
 * a program; equal scores go to the one that passes the visible tests, then to the earlier. null: no program yet.
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
