import { querySweep, sweepState } from '../client';
import type { EngineConnection } from '../client';
import type { RunCounts, RunRecord, Store } from '../core/ports/records';
import type { Output } from './output';
import { pausedByHand } from './paused-by-hand';
import { progressLine } from './progress-line';
import type { ProgressFacts } from './progress-line';

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

const pollMs = 500;
/** Plain lines are for logs: not more than one in so long. */
const plainLineEveryMs = 5_000;

/** Follows a run until it has ended, or has paused for a reason that only a person can mend. */
export async function watchRun(options: WatchOptions): Promise<WatchEnd> {
  const { store, run } = options;
  const began = Date.now();
  const first = await store.runs.counts(run);
  const screen = new Screen(options.output);
  for (;;) {
    const facts = await gather(options, { began, endedBefore: ended(first) });
    const detail = options.output.live && options.detail ? await options.detail() : [];
    screen.show(progressLine(facts), detail);
    const end = await endOf(options, facts);
    if (end !== null) {
      screen.finish(progressLine(facts));
      return end;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    await options.revive();
  }
}

const ended = (counts: RunCounts): number => counts.completed + counts.unscored + counts.cancelled;

async function gather(
  { store, run, client }: WatchOptions,
  since: { began: number; endedBefore: number },
): Promise<ProgressFacts> {
  const [counts, totals, waiting, record] = await Promise.all([
    store.runs.counts(run),
    store.runs.callTotals(run),
    store.runs.waitingAttempts(run),
    store.runs.run(run),
  ]);
  const live = await liveView(client, run);
  return {
    counts,
    totals,
    endedBefore: since.endedBefore,
    watchedMs: Date.now() - since.began,
    inFlight: live?.inFlight.length ?? null,
    paused: live?.paused ?? pausedReason(record),
    waiting,
  };
}

function pausedReason(record: RunRecord | null): string | null {
  return record?.status === 'paused' ? (record.reason ?? 'no reason given') : null;
}

/** The engine or the worker may be down for a while: then only the store's view is shown. */
async function liveView(
  client: WatchOptions['client'],
  run: string,
): Promise<Awaited<ReturnType<typeof querySweep>> | null> {
  const giveUp = new Promise<null>((resolve) => setTimeout(() => resolve(null), 2000).unref());
  const asked = client()
    .then((connected) => querySweep(connected, run))
    .catch(() => null);
  return Promise.race([asked, giveUp]);
}

async function endOf(options: WatchOptions, facts: ProgressFacts): Promise<WatchEnd | null> {
  if (facts.paused !== null && facts.paused !== pausedByHand) {
    return { kind: 'paused', reason: facts.paused };
  }
  const record = await options.store.runs.run(options.run);
  if (record === null || record.status === 'running' || record.status === 'paused') return null;
  try {
    const state = await sweepState(await options.client(), options.run);
    return state === 'running' ? null : { kind: 'ended' };
  } catch {
    return null;
  }
}

/** One line and its detail, redrawn in place on a terminal; now and then a plain line elsewhere. */
class Screen {
  private drawn = 0;
  private lastPlain = 0;
  private lastLine = '';

  constructor(private readonly output: Output) {}

  show(line: string, detail: readonly string[]): void {
    if (this.output.live) this.draw([line, ...detail]);
    else if (Date.now() - this.lastPlain >= plainLineEveryMs && line !== this.lastLine) {
      this.output.note(line);
      this.lastPlain = Date.now();
      this.lastLine = line;
    }
  }

  finish(line: string): void {
    if (this.output.live) {
      this.draw([]);
      this.drawn = 0;
    }
    this.output.note(line);
  }

  private draw(lines: readonly string[]): void {
    const width = process.stdout.columns || 80;
    const height = Math.max(2, (process.stdout.rows || 24) - 1);
    const shown = lines.slice(0, height).map((line) => [...line].slice(0, width - 1).join(''));
    const up = this.drawn > 0 ? `\u001b[${String(this.drawn)}A\r\u001b[J` : '';
    process.stdout.write(up + shown.map((line) => `${line}\n`).join(''));
    this.drawn = shown.length;
  }
}
