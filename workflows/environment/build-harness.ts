import { ApplicationFailure, setHandler } from '@temporalio/workflow';

import type { HarnessRules, OfFunction, StepActivity } from '../../core/ports/environment';
import { harnessPlan } from '../../core/repository/plan/harness-plan';
import type { PlanEvent, StepAction } from '../../core/repository/plan/plan';
import { planSteps } from '../../core/repository/plan/plan-steps';
import type { PlanStep } from '../../core/repository/plan/plan-steps';
import type { FunnelEntry } from '../../core/schemas/environment-funnel';
import { attemptWorkflowId } from '../../core/durable/workflow-ids';
import { pauseSignal, resumeSignal } from '../work/messages';
import { PauseGate } from '../work/pause-gate';
import type { RunSetting } from '../work/run-setting';
import type { MayOutlive } from '../work/tells-its-end';
import { environmentActivities } from './environment-activities';
import type { EnvironmentActivities } from './environment-activities';
import { harnessQuery } from './messages';

export interface BuildHarnessInput extends OfFunction, MayOutlive {
  readonly setting: RunSetting;
  readonly rules: HarnessRules;
  /** The run was paused when this started. */
  readonly paused: string | null;
}

/** The workflow that works on a function's repository. */
export function repositoryOf({ attempt: { run, problem, sample } }: BuildHarnessInput): string {
  return attemptWorkflowId(run, problem, sample);
}

/** Each action of the plan is one activity, until the plan accepts or rejects the function. */
export async function buildHarness(input: BuildHarnessInput): Promise<FunnelEntry> {
  const { setting, attempt, environment, function: id, rules } = input;
  const of: OfFunction = { attempt, environment, function: id };
  const ports = environmentActivities(setting);
  const gate = new PauseGate({
    run: setting.run,
    paused: input.paused,
    retryForMs: setting.timing.retryForMs,
  });
  let state = harnessPlan.start({ ...rules, target: `${attempt.problem}::${id}` });
  setHandler(harnessQuery, () => ({ state, paused: gate.paused }));
  setHandler(pauseSignal, (reason) => gate.pause(reason));
  setHandler(resumeSignal, () => gate.resume());

  for (;;) {
    const action = harnessPlan.next(state);
    if (action.kind === 'finish') {
      return await gate.call(() => ports.end.finishHarness({ ...of, finish: action.finish }));
    }
    const event = await gate.call(() => carryOut(ports, of, action));
    state = harnessPlan.apply(state, answerTo(action, event));
  }
}

/** The plan ignores an answer to another step and would ask again without end. So such an answer is an error. */
function answerTo(action: StepAction, event: PlanEvent): PlanEvent {
  if (event.of === action.id) return event;
  throw ApplicationFailure.nonRetryable(`${action.id} was answered with what is of ${event.of}`);
}

function carryOut(
  ports: EnvironmentActivities,
  of: OfFunction,
  action: StepAction,
): Promise<PlanEvent> {
  const activity = activitiesFor(ports, action)[planSteps[action.kind].activity];
  return activity.executeWithOptions(named(action), [{ ...of, action }]);
}

function activitiesFor(
  activities: EnvironmentActivities,
  action: StepAction,
): Pick<EnvironmentActivities['steps'], StepActivity> {
  if (action.kind === 'generate' && action.generator === 'model') return activities.model;
  const { limit }: PlanStep = planSteps[action.kind];
  return activities[limit ?? 'steps'];
}

/** Replay compares ids and types, not inputs: an id with generator and step makes a change of either noticed. */
function named(action: StepAction): { readonly activityId: string; readonly summary: string } {
  const turn = action.kind === 'generate' ? ` ${action.generator} ${String(action.round)}` : '';
  const step = action.id.slice(action.id.lastIndexOf('#') + 1);
  return { activityId: `${step} ${action.kind}${turn}`, summary: `${action.kind}${turn}` };
}
