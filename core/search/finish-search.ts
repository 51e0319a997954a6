import type { SearchFinish } from '../schemas/search';
import { answerOf, noteAnswer } from './answer';
import type { SearchState } from './method';

/** Gives up the expansion in flight: its program is spent, its node stays as it is. */
export function dropInFlight(state: SearchState): SearchState {
  return state.inFlight === null ? state : noteAnswer({ ...state, inFlight: null });
}

/** The end of the search, whatever is in flight; the last point of the curve is the answer itself. */
export function finishSearch(state: SearchState, finish: SearchFinish): SearchState {
  const ended = { ...dropInFlight(state), finish };
  if (ended.answers.length === 0) return ended;
  return { ...ended, answers: [...ended.answers.slice(0, -1), answerOf(ended)] };
}

/** What a state without work left ends with; the same state while there is work. */
export function finishWhenDone(state: SearchState): SearchState {
  if (state.finish !== null || state.inFlight !== null) return state;
  if (state.nodes.length >= state.config.budget) return finishSearch(state, 'budget-exhausted');
  const waiting = state.frontier.length + (state.toReflect?.length ?? 0);
  if (state.strategiesAsked && waiting === 0) return finishSearch(state, 'frontier-empty');
  return state;
}
