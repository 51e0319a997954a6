import type { FrontierItem, MethodConfig, SearchState } from './method';

/** A place at depth 1 without a strategy: the problem as it is. */
export const bareItem: FrontierItem = { parent: null, depth: 1, strategy: null, reflection: null };

export function freshState(
  { budget, maxDepth, width, answer, shell }: MethodConfig,
  begin: { readonly frontier: readonly FrontierItem[]; readonly strategiesAsked: boolean },
): SearchState {
  return {
    // Picked, not spread: callers hand in larger objects, and the state travels in histories.
    config: {
      ...{ budget, maxDepth, width },
      ...(answer === undefined ? {} : { answer }),
      ...(shell === undefined ? {} : { shell }),
    },
    nodes: [],
    frontier: begin.frontier,
    strategies: [],
    strategiesAsked: begin.strategiesAsked,
    rootCalls: [],
    inFlight: null,
    finish: null,
    accepted: null,
    answers: [],
    neutralValues: {},
    events: 0,
    steered: false,
  };
}

/** The first is explored next; but a person's own strategies stay above whatever the search itself adds. */
export function pushItems(state: SearchState, items: readonly FrontierItem[]): SearchState {
  const below = state.frontier.findLastIndex((item) => item.added !== true) + 1;
  const frontier = [
    ...state.frontier.slice(0, below),
    ...items.toReversed(),
    ...state.frontier.slice(below),
  ];
  return { ...state, frontier };
}

export function countFallback(state: SearchState, roles: readonly string[]): SearchState {
  const neutralValues: Record<string, number> = { ...state.neutralValues };
  for (const role of roles) neutralValues[role] = (neutralValues[role] ?? 0) + 1;
  return { ...state, neutralValues };
}
