import type { Plan } from '../schemas/search';
import type { SearchAction, SearchEvent, SearchState } from './method';
import { bareItem, countFallback, pushItems } from './search-state';

/** The requests before the first program (MapCoder): similar problems, then one plan from each, one after another. */
export function nextOfPlanning({ config, recalled, plans = [] }: SearchState): SearchAction {
  if (recalled === undefined) return { kind: 'recall-problems', atMost: plansAtMost(config) };
  return { kind: 'make-plan', example: recalled[plans.length] ?? null };
}

/** Each plan needs at least one program, so there are no more plans than programs. */
function plansAtMost({ width, budget }: SearchState['config']): number {
  return Math.min(width, budget);
}

/** Similar problems to make plans from. If there are none, one plan is made without. */
export function problemsRecalled(
  state: SearchState,
  { examples, calls, neutral }: Extract<SearchEvent, { kind: 'problems-recalled' }>,
): SearchState {
  if (state.strategiesAsked || state.recalled !== undefined) return state;
  return {
    ...countFallback(state, neutral),
    recalled: examples.slice(0, plansAtMost(state.config)),
    plans: [],
    rootCalls: [...state.rootCalls, ...calls],
  };
}

/** After the last plan, each distinct plan becomes a place at depth 1, the highest confidence on top. */
export function planMade(
  state: SearchState,
  { plan, calls, neutral }: Extract<SearchEvent, { kind: 'plan-made' }>,
): SearchState {
  const { recalled, plans: earlier = [] } = state;
  if (state.strategiesAsked || recalled === undefined) return state;
  const plans = [...earlier, plan];
  const planned: SearchState = {
    ...countFallback(state, neutral),
    plans,
    rootCalls: [...state.rootCalls, ...calls],
  };
  if (plans.length < recalled.length) return planned;
  const strategies = surestFirst(plans).map((one) => one.plan);
  return pushItems(
    { ...planned, strategiesAsked: true, strategies: [...state.strategies, ...strategies] },
    strategies.map((strategy) => ({ ...bareItem, strategy })),
  );
}

/** By confidence, then in order. Of plans with the same text, the one with the highest confidence. */
function surestFirst(plans: readonly Plan[]): readonly Plan[] {
  const sorted = plans.toSorted((left, right) => right.confidence - left.confidence);
  const firstOf = ({ plan }: Plan) => sorted.findIndex((one) => one.plan.sha256 === plan.sha256);
  return sorted.filter((plan, index) => firstOf(plan) === index);
}
