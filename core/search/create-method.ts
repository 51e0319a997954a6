import { assertNever } from '../values/assert-never';
import type { Decision } from '../schemas/search';
import type { TextRef } from '../schemas/text';
import { noteAnswer } from './answer';
import { askedRoles } from './asked-roles';
import { expansionOf, nextExpansion } from './expansion';
import { finishSearch, finishWhenDone } from './finish-search';
import type { MadeNode, Method, SearchAction, SearchEvent, SearchState } from './method';
import type { MethodRules } from './method-rules';
import { nextOfPlanning, planMade, problemsRecalled } from './planning';
import { scheduled } from './schedule';
import { bareItem, countFallback, freshState, pushItems } from './search-state';
import { abortSteered, acceptSteered, addStrategy } from './steering';
import { nodesToReflect, reflected } from './to-reflect';
import { findNode, withNode } from './tree';
import { upcomingExpansions } from './upcoming';

interface Judged {
  readonly made: MadeNode;
  /** null: the method has no critic. */
  readonly decision: Decision | null;
  readonly reflections: readonly TextRef[];
}

function strategiesAtMost(rules: MethodRules, state: SearchState): number {
  return rules.strategiesAtMost?.(state) ?? state.config.width;
}

function proposed(
  rules: MethodRules,
  state: SearchState,
  event: Extract<SearchEvent, { kind: 'strategies-proposed' }>,
): SearchState {
  if (state.strategiesAsked) return state;
  const known = new Set(state.strategies.map(({ sha256 }) => sha256));
  // The Thinker may repeat itself when it is asked again. If it names nothing new, it is not asked again.
  const isNew = ({ sha256 }: TextRef): boolean => state.nodes.length === 0 || !known.has(sha256);
  const strategies = event.strategies.filter(isNew).slice(0, strategiesAtMost(rules, state));
  const items = strategies.map((strategy) => ({ ...bareItem, strategy }));
  const asked = {
    ...state,
    strategiesAsked: true,
    strategies: [...state.strategies, ...strategies],
    rootCalls: [...state.rootCalls, ...event.calls],
  };
  return pushItems(countFallback(asked, event.neutral), items);
}

function made(rules: MethodRules, state: SearchState, judged: Judged): SearchState {
  const waiting = state.inFlight === null ? null : findNode(state.nodes, state.inFlight.node);
  if (waiting === null) return state;
  const { neutral, ...facts } = judged.made;
  const { decision } = judged;
  const node = { ...waiting, ...facts, decision };
  const known: SearchState = {
    ...countFallback(state, neutral),
    nodes: withNode(state.nodes, node),
    inFlight: null,
    accepted: decision === 'accept' ? node.id : null,
  };
  const noted = noteAnswer(known);
  if (decision === 'accept') return finishSearch(noted, 'accepted');
  return rules.onMade(noted, node, judged.reflections);
}

function effectOf(rules: MethodRules, state: SearchState, event: SearchEvent): SearchState {
  switch (event.kind) {
    case 'strategies-proposed':
      return proposed(rules, state, event);
    case 'problems-recalled':
      return problemsRecalled(state, event);
    case 'plan-made':
      return planMade(state, event);
    case 'node-reflected':
      return reflected(state, event);
    case 'node-scheduled':
      return scheduled(rules, state, event.expansion);
    case 'node-refined':
      return made(rules, state, { ...event, decision: 'refine' });
    case 'node-aborted':
      return made(rules, state, { ...event, decision: 'abort', reflections: [] });
    case 'node-accepted':
      return made(rules, state, { ...event, decision: 'accept', reflections: [] });
    case 'node-expanded':
      return made(rules, state, { ...event, decision: null });
    case 'strategy-added':
      return addStrategy(state, event.strategy);
    case 'abort-steered':
      return abortSteered(state, event.node);
    case 'accept-steered':
      return acceptSteered(state, event.node);
    case 'cancelled':
      return finishSearch(state, 'cancelled');
    default:
      return assertNever(event);
  }
}

/** The request before the first program: strategies or plans. Strategies may be requested again before a later program. */
function firstAsked(rules: MethodRules, state: SearchState): SearchAction {
  if (rules.asks === 'plans') return nextOfPlanning(state);
  const { nodes, strategies } = state;
  return {
    kind: 'propose-strategies',
    atMost: strategiesAtMost(rules, state),
    ...(nodes.length === 0 ? {} : { again: { earlier: strategies, ordinal: nodes.length } }),
  };
}

/** The node whose turn it is for reflections. null: none waits. */
function reflectOnNext(rules: MethodRules, state: SearchState): SearchAction | null {
  const node = rules.reflectNext?.(nodesToReflect(state)) ?? null;
  if (node?.visible == null || node.program === null) return null;
  const { program, visible } = node;
  return { kind: 'reflect', expansion: expansionOf(rules, state, node), program, visible };
}

/** The next action. An expansion in flight is named again, so that a search can be continued from any state. */
function nextAction(rules: MethodRules, state: SearchState): SearchAction {
  if (state.finish !== null) return { kind: 'finish', reason: state.finish };
  if (state.inFlight !== null) return { kind: 'expand', expansion: state.inFlight };
  if (!state.strategiesAsked) return firstAsked(rules, state);
  const expansion = nextExpansion(rules, state);
  if (expansion !== null) return { kind: 'expand', expansion };
  return reflectOnNext(rules, state) ?? { kind: 'finish', reason: 'frontier-empty' };
}

/**
 * One stack of places, one program at a time, until a node is accepted, the budget is spent or no place waits. Events that
 * cannot apply (after the end, late results, steering of an unknown node) change nothing and are not counted.
 */
export function createMethod(rules: MethodRules): Method {
  return {
    name: rules.name,
    shape: rules.shape,
    roles: askedRoles(rules),
    style: rules.style,
    ownAnswer: rules.answer !== undefined,
    patchesOnly: rules.patchesOnly === true,
    independent: rules.independent === true,
    start: (config) =>
      freshState(
        {
          ...config,
          answer: rules.answer ?? config.answer,
          budget: Math.min(config.budget, rules.mostPrograms ?? config.budget),
        },
        {
          frontier: rules.asks === 'nothing' ? [bareItem] : [],
          strategiesAsked: rules.asks === 'nothing',
        },
      ),
    next: (state) => nextAction(rules, state),
    upcoming: (state, atMost) => upcomingExpansions(rules, state, atMost),
    apply: (state, event) => {
      if (state.finish !== null) return state;
      const after = effectOf(rules, state, event);
      return after === state ? state : finishWhenDone({ ...after, events: state.events + 1 });
    },
  };
}
