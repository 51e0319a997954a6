import type { SearchOutcome } from './schema';
import { answerOf } from '../../search/answer';
import { finishSearch } from '../../search/finish-search';
import type { SearchState } from '../../search/method';
import type { ItemRow } from '../work-row';

/** The outcome of a search. A search that was broken off counts as cancelled, and its answer so far is its answer. */
export function outcomeOf(state: SearchState): SearchOutcome {
  const ended = state.finish === null ? finishSearch(state, 'cancelled') : state;
  return {
    kind: 'search',
    finish: ended.finish ?? 'cancelled',
    nodes: [...ended.nodes],
    strategies: [...ended.strategies],
    ...(ended.plans === undefined ? {} : { plans: [...ended.plans] }),
    rootCalls: [...ended.rootCalls],
    answer: answerOf(ended),
    answers: [...ended.answers],
    neutralValues: { ...ended.neutralValues },
    steered: ended.steered,
  };
}

/** Of an attempt that never began to search. */
export const noOutcome: SearchOutcome = {
  kind: 'search',
  finish: 'cancelled',
  nodes: [],
  strategies: [],
  rootCalls: [],
  answer: null,
  answers: [],
  neutralValues: {},
  steered: false,
};

export const searchItem: ItemRow<SearchOutcome> = {
  workflow: 'solveProblem',
  phase: 'searching',
  noOutcome,
};

/** sha256 of the program of a node. null: it has none. */
export function programOf({ nodes }: SearchOutcome, node: string | null): string | null {
  return nodes.find(({ id }) => id === node)?.program ?? null;
}

/** The distinct programs that were the answer at some budget or at the end. */
export function answerPrograms(outcome: SearchOutcome): readonly string[] {
  const nodes = [...outcome.answers, outcome.answer];
  const programs = nodes.map((node) => programOf(outcome, node));
  return [...new Set(programs.filter((program) => program !== null))];
}
