import { phaseCounts } from '../../core/metrics/phase-counts';
import type { PhaseCounts } from '../../core/metrics/phase-counts';
import { NotReadyError } from '../../core/errors/errors';
import type { LiveCallTotals, RunCounts, RunRecord, Store } from '../../core/ports/records';
import { workRow } from '../../core/kinds/kinds';
import type { Services } from '../services/ensure-services';
import { requireSameCode } from './other-code';
import { isPausedByHand } from './paused-by-hand';
import { hasEnded, pausedReason } from './start-run';

export interface WatchOptions {
  readonly store: Store;
  readonly services: Pick<Services, 'ask' | 'revive' | 'bundle' | 'supervised'>;
  readonly run: string;
  /** Called at each look, about twice a second. The next look waits for it. */
  readonly onProgress?: ((progress: ProgressFacts) => void | Promise<void>) | undefined;
  /** Aborting ends only the watching. The run continues. */
  readonly signal?: AbortSignal | undefined;
}

/** Progress of a run. */
export interface ProgressFacts {
  readonly run: string;
  readonly counts: RunCounts;
  /** Whether the kind of work has verdicts. If not, `counts.solved` has no meaning. */
  readonly scored: boolean;
  /** Whether models are asked. If not, `totals` has no meaning. */
  readonly asks: boolean;
  readonly totals: LiveCallTotals;
  /** Number of problems that had ended when this process began to watch, and the time since then. */
  readonly endedBefore: number;
  readonly watchedMs: number;
  /** Problems under way. null: the engine does not say. */
  readonly inFlight: number | null;
  /** Of repository tasks: how many problems under way are in each phase. null: other problems, or the engine does not say. */
  readonly phases: PhaseCounts | null;
  /** Why the run is paused. */
  readonly paused: string | null;
  /** Number of problems that wait for something outside, and one of the reasons. */
  readonly waiting: { readonly count: number; readonly why: string } | null;
}

/** Why watching ended: the run has ended, it waits for a person, or the watcher has left. */
export type WatchEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'paused'; readonly reason: string }
  | { readonly kind: 'left' };

type WorkState = 'running' | 'closed' | 'absent' | 'unknown';

/** What a look at a run found. */
interface Look {
  readonly facts: ProgressFacts;
  readonly record: RunRecord | null;
  /** State of the run in the engine. `unknown` while the engine does not answer. */
  readonly work: WorkState;
}

const pollMs = 500;
const answerWithinMs = 2_000;
/** A run is lost after this many looks in a row that find no work on it, because a start or an end takes a moment. */
const looksUntilLost = 6;
/** The same number if a supervisor lives. A supervisor has continued such a run by then. */
const looksUntilNobodyCame = 80;

/**
 * Follows a run until it has ended, or has paused for a reason that only a person can repair.
 * @throws NotReadyError when the engine has stopped working on an unfinished run (`RUN_LOST`), or when its workflows wait
 * for the code that started them (`RUN_OF_OTHER_CODE`)
 */
export async function watchRun(options: WatchOptions): Promise<WatchEnd> {
  const { store, run, services, onProgress, signal } = options;
  const since = {
    beganMs: Date.now(),
    ended: ended(await store.runs.counts(run)),
    ofPatches: (await store.runs.run(run))?.config.dataset.tasks === 'patch',
  };
  let idleLooks = 0;
  for (;;) {
    const look = await lookAt(options, since);
    await onProgress?.(look.facts);
    const end = endOf(look);
    if (end !== null) return end;
    if (look.work === 'running' && look.record !== null) {
      requireSameCode(look.record, await services.bundle());
    }
    idleLooks = look.work === 'closed' || look.work === 'absent' ? idleLooks + 1 : 0;
    if (idleLooks >= (services.supervised ? looksUntilNobodyCame : looksUntilLost)) throw lost(run);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    if (signal?.aborted === true) return { kind: 'left' };
    await services.revive();
  }
}

const ended = (counts: RunCounts): number => counts.completed + counts.unscored + counts.cancelled;

async function lookAt(
  { store, run, services }: WatchOptions,
  since: { readonly beganMs: number; readonly ended: number; readonly ofPatches: boolean },
): Promise<Look> {
  // The engine is asked first, so that the record is never older than the answer of the engine.
  const { view, phases, work } = await askEngine(services, run, since.ofPatches);
  const [counts, totals, waiting, record] = await Promise.all([
    store.runs.counts(run),
    store.runs.callTotals(run),
    store.runs.waitingAttempts(run),
    store.runs.run(run),
  ]);
  const facts: ProgressFacts = {
    run,
    counts,
    scored: record === null || workRow(record.config.kind).scored,
    asks: record?.config.model.kind !== 'none',
    totals,
    waiting,
    endedBefore: since.ended,
    watchedMs: Date.now() - since.beganMs,
    inFlight: view?.inFlight.length ?? null,
    phases,
    paused: view === null ? record && pausedReason(record) : view.paused,
  };
  return { facts, record, work };
}

/** The engine or the worker may be down for a while. Then only the records of the store are shown. */
async function askEngine(services: WatchOptions['services'], run: string, ofPatches: boolean) {
  const { engineWork, queryPhases, queryProgress } = await import('../../client/index.js');
  const answer = await services.ask(async (client) => {
    const work: WorkState = (await engineWork(client, run))?.state ?? 'absent';
    const view = work === 'running' ? await queryProgress(client, run).catch(() => null) : null;
    const phases =
      view === null || !ofPatches
        ? null
        : await queryPhases(client, run, view.inFlight).then(countsOf, () => null);
    return { view, phases, work };
  }, answerWithinMs);
  return answer ?? { view: null, phases: null, work: 'unknown' as const };
}

const countsOf = (phases: ReadonlyMap<string, string>): PhaseCounts =>
  phaseCounts([...phases.values()]);

function endOf({ facts, record, work }: Look): WatchEnd | null {
  if (facts.paused !== null && !isPausedByHand(facts.paused)) {
    return { kind: 'paused', reason: facts.paused };
  }
  const over = record !== null && hasEnded(record);
  return over && (work === 'closed' || work === 'absent') ? { kind: 'ended' } : null;
}

function lost(run: string): NotReadyError {
  return new NotReadyError(
    `the engine no longer works on run ${run}, which has not ended`,
    `\`espalier run resume ${run}\` goes on with what is stored; nothing is asked twice`,
    { code: 'RUN_LOST' },
  );
}
