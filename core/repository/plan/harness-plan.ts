import { tellingRank } from '../../names/environment-reasons';
import { planStages } from '../../names/harness-plan';
import type { PlanAction, PlanConfig, PlanEvent, PlanState, PlanTurn } from './plan';
import type { PlanStage } from '../../names/harness-plan';

/**
 * How a harness for one function comes about, as a pure step machine: `next` says what to do, `apply` takes what came of it.
 * Generators have their turns in order, the model several; what passes `run` is added to the cases there are, and the gates
 * judge them all together. A shut gate gives the turn to the next; the last turn's end is the plan's, with the reason of the
 * failure that came furthest, of several at one stage the most telling (`tellingRank`), of as telling ones the last. Equal
 * events give equal states, and every plan ends.
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

/** An event of another step, or another plan, changes nothing. @throws RangeError for one that is no answer to this step */
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

/** The machine asks, and takes the answer, by this name. */
function stepId({ config, steps }: PlanState): string {
  return `${config.target}#${String(steps)}`;
}

function afterGate(
  state: PlanState,
  { harness, cases }: PlanEvent & { kind: 'passed' },
): PlanState {
  const next = { ...state, harness, cases };
  switch (state.stage) {
    case 'run':
      return { ...next, part: null, rerun: false, stage: 'coverage' };
    case 'coverage':
      return { ...next, stage: 'mutation' };
    case 'mutation':
      return { ...next, stage: state.rerun ? 'minimise' : 'reruns' };
    case 'reruns':
      // Flaky cases are gone: without them the rest has to be enough.
      return { ...next, rerun: true, stage: cases < state.cases ? 'coverage' : 'minimise' };
    case 'minimise':
      return { ...next, stage: 'scan' };
    case 'scan':
      return { ...next, finish: { kind: 'accepted', harness } };
    case 'slice':
    case 'generate':
      throw new RangeError(`no gate at ${state.stage}`);
  }
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
    // Cases that flip, or that show the function, are of no use to the next turn.
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
  return stage === 'reruns' || stage === 'scan' || (stage === 'mutation' && code === 'flaky');
}

/** On to the turn, or to the end when nobody has one. */
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

/** What another generator's own cases lacked is none of this one's business. */
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
