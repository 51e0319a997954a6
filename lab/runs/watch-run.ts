import type { EngineConnection } from '../../client';
import { NotReadyError } from '../../core/errors';
import type { RunCounts, RunRecord, Store } from '../../core/ports/records';
import type { Output } from '../../cli/terminal/output';
import { progressLines } from '../../cli/terminal/progress-lines';
import type { ProgressFacts } from '../../cli/terminal/progress-lines';
import { isPausedByHand } from './paused-by-hand';
import { hasEnded } from './start-run';

export interface WatchOptions {
  readonly store: Store;
  readonly client: () => Promise<EngineConnection>;
  readonly run: string;
  readonly output: Output;
  /** Starts what has died again, saying so; throws when that happened too often. */
  readonly revive: () => Promise<void>;
  /** Drawn under the progress line of a terminal, e.g. the live tree of a problem. */
  readonly detail?: () => Promise<readonly string[]>;
}

export type WatchEnd =
  { readonly kind: 'ended' } | { readonly kind: 'paused'; readonly reason: string };

/** What a look at a run found. */
interface Look {
  readonly facts: ProgressFacts;
  readonly record: RunRecord | null;
  /** What the engine says of it; `unknown` while it does not answer. */
  readonly work: 'running' | 'closed' | 'absent' | 'unknown';
}

const pollMs = 500;
const answerWithinMs = 2_000;
/** So many looks in a row find nobody at work before that is called lost: a start or an end takes a moment. */
const looksUntilLost = 6;

/**
 * Follows a run until it has ended, or has paused for a reason that only a person can mend.
 * @throws NotReadyError (`RUN_LOST`) when the engine has stopped working on it without its having ended.
 */
export async function watchRun(options: WatchOptions): Promise<WatchEnd> {
  const { store, run, output } = options;
  const since = { beganMs: Date.now(), ended: ended(await store.runs.counts(run)) };
  let idleLooks = 0;
  for (;;) {
    const look = await lookAt(options, since);
    const lines = progressLines(look.facts);
    output.progress(lines, output.live && options.detail ? await options.detail() : []);
    const end = endOf(look);
    if (end !== null) {
      output.progressEnd(lines);
      return end;
    }
    idleLooks = look.work === 'closed' || look.work === 'absent' ? idleLooks + 1 : 0;
    if (idleLooks >= looksUntilLost) throw lost(run);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    await options.revive();
  }
}

const ended = (counts: RunCounts): number => counts.completed + counts.unscored + counts.cancelled;

async function lookAt(
  { store, run, client }: WatchOptions,
  since: { readonly beganMs: number; readonly ended: number },
): Promise<Look> {
  // The engine first: a record read later cannot be older than what the engine said.
  const { view, work } = await askEngine(client, run);
  const [counts, totals, waiting, record] = await Promise.all([
    store.runs.counts(run),
    store.runs.callTotals(run),
    store.runs.waitingAttempts(run),
    store.runs.run(run),
  ]);
  const facts: ProgressFacts = {
    run,
    counts,
    totals,
    waiting,
    endedBefore: since.ended,
    watchedMs: Date.now() - since.beganMs,
    inFlight: view?.inFlight.length ?? null,
    paused: view === null ? pausedReason(record) : view.paused,
  };
  return { facts, record, work };
}

function pausedReason(record: RunRecord | null): string | null {
  return record?.status === 'paused' ? (record.reason ?? 'no reason given') : null;
}

/** The engine or the worker may be down for a while: then only the store's view is shown. */
async function askEngine(client: WatchOptions['client'], run: string) {
  const { queryProgress, workState } = await import('../../client/index.js');
  const nothing = { view: null, work: 'unknown' as const };
  const giveUp = new Promise<typeof nothing>((resolve) =>
    setTimeout(() => {
      resolve(nothing);
    }, answerWithinMs).unref(),
  );
  const ask = async () => {
    const connected = await client();
    const work = (await workState(connected, run)) ?? ('absent' as const);
    if (work !== 'running') return { view: null, work };
    const view = await queryProgress(connected, run).catch(() => null);
    return { view, work };
  };
  return Promise.race([ask().catch(() => nothing), giveUp]);
}

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
