import { UsageError } from '../../core/errors/errors';
import { steeringOfEveryKind } from '../../core/names/steering-commands';
import type { Steering } from '../../core/names/steering-commands';
import { workRow } from '../../core/kinds/kinds';
import type { RunRecord, Store } from '../../core/ports/records';
import { foldDialogue, standingRounds } from '../../core/refinement/dialogue-state';
import { problemRules } from '../../core/refinement/problem-rules';
import { attemptWorkflowId } from '../../core/durable/workflow-ids';
import { findRun } from '../../report/load-run';
import { terminalLine } from '../../report/terminal-safe';
import type { LabContext } from '../lab-context';
import { ensureServices } from '../services/ensure-services';
import { workingBundle } from '../services/worker-ready';
import { requireSameCode } from './other-code';
import { requireOwnVersions } from './other-versions';
import { hasEnded } from './start-run';

export interface SteerOptions {
  readonly run: string;
  /** null: the whole run. */
  readonly problem: string | null;
  readonly sample: number;
  readonly steering: Steering;
}

/** What a steering needs of the services. */
export interface SteerParts {
  readonly startServices: typeof ensureServices;
  /** Of the worker that polls. null: none does. */
  readonly bundleAtWork: typeof workingBundle;
}

/**
 * Steers a run, or the search of one of its problems. A steering that the records show to be impossible is refused before
 * anything is started.
 * @throws UsageError for unknown ids, for searches that have ended, for a steering that the kind of work does not take, and
 * for what the search itself refuses; (`RUN_OF_OTHER_VERSIONS`) for everything except a pause; NotReadyError
 * (`RUN_OF_OTHER_CODE`)
 */
export async function steerRun(
  context: LabContext,
  store: Store,
  { run, problem, sample, steering }: SteerOptions,
  { startServices, bundleAtWork }: SteerParts = {
    startServices: ensureServices,
    bundleAtWork: workingBundle,
  },
): Promise<void> {
  const record = await findRun(store, run);
  if (hasEnded(record)) throw over(`run ${run} is ${record.status}`, record.id);
  checkSteering(record, steering);
  if (steering.kind !== 'pause') requireOwnVersions(record);
  if (problem !== null) await checkAttempt(store, record, { problem, sample });
  requireSameCode(record, await bundleAtWork(context.folder));
  // An update needs a worker to take effect, and a paused run may have no worker.
  const services = await startServices(context, record.config.model, 'keep');
  try {
    requireSameCode(record, await services.bundle());
    const workflow = problem === null ? run : attemptWorkflowId(run, problem, sample);
    const { steer } = await import('../../client/index.js');
    await steer(
      await services.client(),
      workflow,
      await onWhatIsSeen(store, record, { problem, sample, steering }),
    );
  } catch (error) {
    // Somebody else may have ended it since the look.
    if (problem !== null) await checkAttempt(store, record, { problem, sample });
    throw error;
  } finally {
    await services.disconnect();
  }
}

/** Feedback is about the round that waits now. If two persons answer at once, the second is refused. */
async function onWhatIsSeen(
  store: Store,
  { id, config }: RunRecord,
  { problem, sample, steering }: Omit<SteerOptions, 'run'>,
): Promise<Steering> {
  if (steering.kind !== 'feedback' || steering.round !== undefined || problem === null)
    return steering;
  if (config.kind !== 'dialogue' || config.dialogue.feedback !== 'person') return steering;
  const events = await store.dialogues.events({ run: id, problem, sample });
  const newest = standingRounds(foldDialogue(problemRules(config), events)).at(-1);
  return newest === undefined ? steering : { ...steering, round: newest.id };
}

function checkSteering({ id, config }: RunRecord, { kind }: Steering): void {
  const taken = [...steeringOfEveryKind, ...workRow(config.kind).steering];
  if (taken.includes(kind)) return;
  throw new UsageError(
    `run ${id} is of kind ${config.kind}, which takes no ${terminalLine(kind)}`,
    `It takes ${taken.join(', ')}`,
    { code: 'STEERING_REFUSED' },
  );
}

async function checkAttempt(
  store: Store,
  { id, config }: RunRecord,
  { problem, sample }: { readonly problem: string; readonly sample: number },
): Promise<void> {
  if (!config.problems.includes(problem)) {
    throw new UsageError(
      `run ${id} has no problem ${terminalLine(problem)}`,
      `Its problems look like ${terminalLine(config.problems.slice(0, 3).join(', '))}`,
      { code: 'PROBLEM_UNKNOWN' },
    );
  }
  if (sample >= config.samples) {
    throw new UsageError(
      `run ${id} has no sample ${String(sample)} of ${problem}`,
      `Its samples are 0 to ${String(config.samples - 1)}`,
      { code: 'SAMPLE_UNKNOWN' },
    );
  }
  const attempt = await store.runs.attempt({ run: id, problem, sample });
  if (attempt === null) {
    throw new UsageError(
      `run ${id} has not begun ${problem} yet`,
      `Watch it with: espalier run show ${id}`,
      { code: 'ATTEMPT_NOT_BEGUN' },
    );
  }
  if (attempt.status !== 'running') throw over(`${problem} is ${attempt.status}`, id);
}

function over(what: string, run: string): UsageError {
  return new UsageError(
    `${what}: there is nothing to steer`,
    `See \`espalier run show ${run}\`; \`espalier run resume ${run}\` goes on with what is unfinished`,
    { code: 'NOT_RUNNING' },
  );
}
