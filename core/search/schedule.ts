import { nextExpansion, sameExpansion, scheduledNode } from './expansion';
import type { Expansion, SearchState } from './method';
import type { MethodRules } from './method-rules';

/** Reserves the ordinal. If a person steered and another expansion is next now, nothing changes: call `next` again. */
export function scheduled(
  rules: MethodRules,
  state: SearchState,
  expansion: Expansion,
): SearchState {
  const expected = nextExpansion(rules, state);
  if (state.inFlight !== null || !state.strategiesAsked) return state;
  if (expected === null || !sameExpansion(expected, expansion)) return state;
  const reserved = {
    ...state,
    nodes: [...state.nodes, scheduledNode(expected)],
    frontier: state.frontier.slice(0, -1),
    inFlight: expected,
  };
  return rules.onScheduled?.(reserved) ?? reserved;
}
