import type { SearchOutcome } from '../schemas/search';

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
