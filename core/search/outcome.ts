import type { SearchOutcome } from '../schemas/search';
import { answerOf } from './answer';
import { finishSearch } from './finish-search';
import type { SearchState } from './method';

/**
 * What is recorded of a search. One that was broken off without an end of its own counts as cancelled: what it
 * has found so far is its answer.
 */
export function outcomeOf(state: SearchState): SearchOutcome {
  const ended = state.finish === null ? finishSearch(state, 'cancelled') : state;
  return {
    finish: ended.finish ?? 'cancelled',
    nodes: [...ended.nodes],
    strategies: [...ended.strategies],
    rootCalls: [...ended.rootCalls],
    answer: answerOf(ended),
    answers: [...ended.answers],
    neutralValues: { ...ended.neutralValues },
    steered: ended.steered,
  };
}

/** Of an attempt that never began to search. */
export const noOutcome: SearchOutcome = {
  finish: 'cancelled',
  nodes: [],
  strategies: [],
  rootCalls: [],
  answer: null,
  answers: [],
  neutralValues: {},
  steered: false,
};
