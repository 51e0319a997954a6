import type { SearchFinish } from '../schemas/search';
import { answerOf, noteAnswer } from './answer';
import type { SearchState } from './method';

/** Gives up the expansion in flight. Its program stays spent, and its node does not change. */
export function dropInFlight(state: SearchState): SearchState {
  return state.inFlight === null ? state : noteAnswer({ ...state, inFlight: null });
}

/** Ends the search, whatever is in flight. The last point of the curve is the answer itself. */
export function finishSearch(state: SearchState, finish: SearchFinish): SearchState {
  const ended = { ...dropInFlight(state), finish };
  if (ended.answers.length === 0) return ended;
  return { ...ended, answers: [...ended.answers.slice(0, -1), answerOf(ended)] };
}

/** Ends a search without work left. A search with work is returned unchanged. */
export function finishWhenDone(state: SearchState): SearchState {
  if (state.finish !== null || state.inFlight !== null) return state;
  if (state.nodes.length >= state.config.budget) return finishSearch(state, 'budget-exhausted');
  const waiting = state.frontier.length + (state.toReflect?.length ?? 0);
  if (state.strategiesAsked && waiting === 0) return finishSearch(state, 'frontier-empty');
  return state;
}
