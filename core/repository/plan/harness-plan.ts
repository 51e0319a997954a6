import { tellingRank } from '../../names/environment-reasons';
import { planGates, planStages } from '../../names/harness-plan';
import type { PlanStage } from '../../names/harness-plan';
import type { PlanAction, PlanConfig, PlanEvent, PlanState, PlanTurn } from './plan';
import { planSteps } from './plan-steps';
import type { PlanStep } from './plan-steps';

/**
 * The plan by which a harness for one function is made, as a pure step machine. `next` returns the next action. `apply`
 * takes the event that answers the action.
 * Generators have turns in the order of the configuration; the model has several turns. Cases that pass `run` are added to the cases of the
 * harness. The gates then judge all these cases together. If a gate rejects them, the next turn begins. When the last turn
 * ends, the plan ends. A plan that accepts no harness ends with the reason of the failure at the latest stage. If there are
 * several at that stage, it takes the reason with the highest `tellingRank`. If ranks are equal, it takes the last of them.
 * Equal events give equal states, and every plan ends.
 */
export const harnessPlan = { start: startPlan, next: nextAction, apply: applyEvent };

function startPlan(config: PlanConfig): PlanState {
  return {
    config,
    stage: 'slice',
    steps: 0,
    slice: null,
    turn: 0,
    part: null,
    harness: null,
    cases: 0,
    rerun: false,
    feedback: null,
    furthest: null,
    records: [],
    finish: null,
  };
}

function nextAction(state: PlanState): PlanAction {
  const { stage, slice, part, harness, finish } = state;
  if (finish !== null) return { kind: 'finish', finish };
  const id = stepId(state);
  const turn = turnOf(state);
  if (stage === 'slice') return { kind: 'slice', id };
  if (stage === 'generate') {
    if (turn === null || slice === null) throw new RangeError('nobody has the turn');
    const told = toldTo(turn, state);
    const failed = told === null ? null : { stage: told.stage, part: told.part };
    return {
      ...{ kind: 'generate', id, ...turn, slice, harness },
      ...{ feedback: told?.text ?? null, failed },
    };
  }
  if (stage === 'run') {
    if (part === null) throw new RangeError('there is nothing to run');
    return { kind: 'run', id, part, harness };
  }
  if (harness === null) throw new RangeError(`there are no cases for ${stage}`);
  return { kind: stage, id, harness };
}

/** Ignores an event for another step or plan. @throws RangeError when the event does not answer this kind of step */
function applyEvent(state: PlanState, event: PlanEvent): PlanState {
  if (state.finish !== null || event.of !== stepId(state)) return state;
  const recorded = withRecord(state, event);
  switch (event.kind) {
    case 'failed':
      return afterFailure(recorded, event);
    case 'sliced':
      requireStage(state, 'slice', event);
      return withTurn({ ...recorded, slice: event.slice });
    case 'generated':
      requireStage(state, 'generate', event);
      return { ...recorded, part: event.part, stage: 'run' };
    case 'passed':
      return afterGate(recorded, event);
  }
}

/** Name of the step in actions and in their events. */
function stepId({ config, steps }: PlanState): string {
  return `${config.target}#${String(steps)}`;
}

function afterGate(
  state: PlanState,
  { harness, cases }: PlanEvent & { kind: 'passed' },
): PlanState {
  const { stage } = state;
  if (stage === 'slice' || stage === 'generate') throw new RangeError(`no gate at ${stage}`);
  const passed = { ...state, harness, cases };
  if (stage === 'run') return atGate({ ...passed, part: null, rerun: false }, 0);
  const following = planGates.indexOf(stage) + 1;
  if (stage !== 'reruns') return atGate(passed, following);
  // The flaky cases are removed, so the remaining cases must pass the gates again.
  return atGate({ ...passed, rerun: true }, cases < state.cases ? 0 : following);
}

/** Begins the gate at this place. Cases that passed the reruns do not meet the reruns again. After the last gate, the plan ends. */
function atGate(state: PlanState & { readonly harness: string }, place: number): PlanState {
  const stage = planGates.slice(place).find((gate) => gate !== 'reruns' || !state.rerun);
  if (stage !== undefined) return { ...state, stage };
  return { ...state, finish: { kind: 'accepted', harness: state.harness } };
}

function afterFailure(
  state: PlanState,
  { reason, feedback }: PlanEvent & { kind: 'failed' },
): PlanState {
  const { stage, furthest } = state;
  const turn = turnOf(state);
  const isOfPart = stage === 'generate' || stage === 'run';
  const about = isOfPart ? (turn?.generator ?? 'harness') : 'harness';
  const failed: PlanState = {
    ...state,
    part: null,
    ...(isSpoilt(stage, reason) ? { harness: null, cases: 0 } : {}),
    feedback: feedback === null ? null : { text: feedback, about, stage, part: state.part },
    furthest: isFurther({ stage, reason }, furthest) ? { stage, reason } : furthest,
  };
  // Without a slice there is nothing to generate from.
  if (stage === 'slice') return { ...failed, finish: { kind: 'rejected', reason } };
  return withTurn({ ...failed, turn: state.turn + 1 });
}

type Failure = NonNullable<PlanState['furthest']>;

function isFurther(one: Failure, other: Failure | null): boolean {
  if (other === null) return true;
  const further = depth(one.stage) - depth(other.stage);
  return further === 0 ? tellingRank(one.reason) >= tellingRank(other.reason) : further > 0;
}

function isSpoilt(stage: PlanStage, { code }: Failure['reason']): boolean {
  const { spoiltBy }: PlanStep = planSteps[stage];
  return spoiltBy === 'any' || spoiltBy === code;
}

/** Begins this turn. Without a turn, the plan ends. */
function withTurn(state: PlanState): PlanState {
  if (turnOf(state) !== null) return { ...state, stage: 'generate' };
  const reason = state.furthest?.reason ?? { code: 'gen_empty' };
  return { ...state, finish: { kind: 'rejected', reason } };
}

function turnOf({ config, turn }: PlanState): PlanTurn | null {
  const { generators, maxRounds } = config;
  const turns = generators.flatMap((generator): PlanTurn[] => {
    const rounds = generator === 'model' ? maxRounds : 1;
    return Array.from({ length: rounds }, (_, at) => ({ generator, round: at + 1 }));
  });
  return turns[turn] ?? null;
}

/** Feedback on the cases of another generator is not for this generator. */
function toldTo({ generator }: PlanTurn, { feedback }: PlanState): PlanState['feedback'] {
  const isMeant = feedback?.about === 'harness' || feedback?.about === generator;
  return isMeant ? feedback : null;
}

function withRecord(state: PlanState, event: PlanEvent): PlanState {
  const turn = state.stage === 'slice' ? null : turnOf(state);
  const record = {
    id: event.of,
    stage: state.stage,
    generator: turn?.generator ?? null,
    round: turn?.round ?? 0,
    came: event.kind,
    reason: event.kind === 'failed' ? event.reason : null,
    cases: event.kind === 'passed' ? event.cases : null,
    measure: event.kind === 'passed' ? (event.measure ?? null) : null,
  };
  return { ...state, steps: state.steps + 1, records: [...state.records, record] };
}

function requireStage({ stage }: PlanState, wanted: PlanStage, { kind }: PlanEvent): void {
  if (stage !== wanted) throw new RangeError(`${kind} is no answer to ${stage}`);
}

function depth(stage: PlanStage): number {
  return planStages.indexOf(stage);
}
