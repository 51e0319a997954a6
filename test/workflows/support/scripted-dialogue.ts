import { steer } from '../../../client';
import type { Steering } from '../../../core/names/steering-commands';
import type { DialogueState } from '../../../core/refinement/dialogue-state';
import type { DialogueOutcome } from '../../../core/kinds/dialogue/schema';
import type { RunConfig } from '../../../core/schemas/run';
import type { OfKind } from '../../../core/kinds/of-kind';
import type { TranscriptView } from '../../../workflows/dialogue/messages';
import { eventually } from '../../../laboratory/home/eventually';
import type { ScriptedRun } from './scripted-run';

type Settings = OfKind<RunConfig, 'dialogue'>['dialogue'];

/** What becomes of the programs of these names. */
export const programs = { half: 'pf/f', other: 'fp/f', bad: 'rr/r', right: 'pp/p' };

/** A run's part of a dialogue: four rounds, feedback by execution. */
export function refining(settings: Partial<Settings> = {}): Partial<RunConfig> {
  return {
    kind: 'dialogue',
    method: 'refine',
    dialogue: {
      rounds: 4,
      feedback: 'execution',
      feedbackTests: 'public',
      profile: 'espalier',
      ...settings,
    },
  };
}

/** A person is waited for, and nobody answers in their place. */
export const byPerson: Partial<Settings> = {
  feedback: 'person',
  patience: { remindEveryMs: 3_600_000, expireAfterMs: 7_200_000 },
};

export function tell(run: ScriptedRun, steering: Steering): Promise<void> {
  return steer(run.engine.client, run.attemptId(), steering);
}

/** What a person hears when they are told that it cannot be; else `taken`. */
export async function answerTo(run: ScriptedRun, steering: Steering): Promise<string> {
  return tell(run, steering).then(
    () => 'taken',
    (error: Error) => error.message.replace(`${steering.kind} on ${run.attemptId()} was `, ''),
  );
}

export function view(run: ScriptedRun, workflowId = run.attemptId()): Promise<TranscriptView> {
  return run.engine.client.workflow.getHandle(workflowId).query<TranscriptView>('transcript');
}

/** Waits until a dialogue has come so far. */
export async function until(
  run: ScriptedRun,
  isSo: (state: DialogueState, view: TranscriptView) => boolean,
  workflowId = run.attemptId(),
): Promise<void> {
  await eventually('the dialogue has come so far', async () => {
    const seen = await view(run, workflowId).catch(() => null);
    return seen !== null && isSo(seen.state, seen);
  });
}

/** Waits until so many rounds are made and a person is to say something. */
export function untilAsked(run: ScriptedRun, rounds: number): Promise<void> {
  return until(run, (state, { inFlight }) => state.rounds.length === rounds && inFlight === null);
}

/** @throws when nothing is recorded of it */
export async function outcomeOf(run: ScriptedRun, problem?: string): Promise<DialogueOutcome> {
  const { result } = await run.attempt(problem);
  if (result?.outcome.kind !== 'dialogue') throw new Error('no dialogue is recorded');
  return result.outcome;
}

/** Its rounds, each with what came of it: `r2<r1 wrong-output`. */
export function brief({ rounds }: Pick<DialogueOutcome, 'rounds'>): readonly string[] {
  return rounds.map(({ id, parent, execution }) => {
    const came = execution?.on === 'tests' ? execution.kind : (execution?.end ?? 'no code run');
    return `${id}<${parent ?? 'none'} ${came}`;
  });
}

/** Role and draw of every call that was sent, in order. */
export const callsOf = ({ model }: ScriptedRun): readonly string[] =>
  model.calls.map(({ role, ordinal }) => `${role} ${String(ordinal)}`);

/** Everything that the model was shown in one of its calls. */
export function shown({ model }: ScriptedRun, call: number): string {
  return (model.calls[call]?.request.messages ?? []).map(({ content }) => content).join('\n');
}
