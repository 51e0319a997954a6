import { nextExpansion } from './expansion';
import type { Expansion, SearchState } from './method';
import type { MethodRules } from './method-rules';
import { scheduled } from './schedule';

/**
 * The expansion in flight or else the next, and the expansions that follow whatever the results of each, unless these end
 * the search. The search reaches them by itself, so making them at the same time and applying them in this order changes
 * nothing but the time.
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
