import type { Plan } from '../schemas/search';
import type { SearchAction, SearchEvent, SearchState } from './method';
import { bareItem, countNeutral, pushItems } from './search-state';

/** What is asked for before the first program (MapCoder): similar problems, then a plan after each, one after the other. */
export function nextOfPlanning({ config, recalled, plans = [] }: SearchState): SearchAction {
  if (recalled === undefined) return { kind: 'recall-problems', atMost: plansAtMost(config) };
  return { kind: 'make-plan', example: recalled[plans.length] ?? null };
}

/** A plan takes a program at least: no program could be made from further ones. */
function plansAtMost({ width, budget }: SearchState['config']): number {
  return Math.min(width, budget);
}

/** Similar problems to make plans after. None at all: one plan is made without. */
export function problemsRecalled(
  state: SearchState,
  { examples, calls, neutral }: Extract<SearchEvent, { kind: 'problems-recalled' }>,
): SearchState {
  if (state.strategiesAsked || state.recalled !== undefined) return state;
  return {
    ...countNeutral(state, neutral),
    recalled: examples.slice(0, plansAtMost(state.config)),
    plans: [],
    rootCalls: [...state.rootCalls, ...calls],
  };
}

/** After the last plan each becomes a place at depth 1, the surest on top. A plan that is there already is no second place. */
export function planMade(
  state: SearchState,
  { plan, calls, neutral }: Extract<SearchEvent, { kind: 'plan-made' }>,
): SearchState {
  const { recalled, plans: earlier = [] } = state;
  if (state.strategiesAsked || recalled === undefined) return state;
  const plans = [...earlier, plan];
  const planned: SearchState = {
    ...countNeutral(state, neutral),
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

/** By confidence, equals in the order they were made; of plans with the same words the surest. */
function surestFirst(plans: readonly Plan[]): readonly Plan[] {
  const sorted = plans.toSorted((left, right) => right.confidence - left.confidence);
  const firstOf = ({ plan }: Plan) => sorted.findIndex((one) => one.plan.sha256 === plan.sha256);
  return sorted.filter((plan, index) => firstOf(plan) === index);
}
