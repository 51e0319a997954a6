import { nextExpansion } from './expansion';
import type { Expansion, SearchState } from './method';
import type { MethodRules } from './method-rules';
import { scheduled } from './schedule';

/**
 * The expansion in flight or next, and those that follow unless one ends the search. Made at the same time and applied in
 * this order, they change nothing but the time.
 */
export function upcomingExpansions(
  rules: MethodRules,
  state: SearchState,
  atMost: number,
): readonly Expansion[] {
  if (state.finish !== null) return [];
  const most = rules.independent === true ? atMost : Math.min(atMost, 1);
  const upcoming = state.inFlight === null ? [] : [state.inFlight];
  let given: SearchState = { ...state, inFlight: null };
  while (upcoming.length < most && given.nodes.length < given.config.budget) {
    const next = nextExpansion(rules, given);
    if (next === null) break;
    const then = scheduled(rules, given, next);
    if (then === given) break;
    upcoming.push(next);
    given = { ...then, inFlight: null };
  }
  return upcoming;
}
