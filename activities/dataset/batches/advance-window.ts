import { randomUUID } from 'node:crypto';
import { setTimeout as timer } from 'node:timers/promises';

import type { BatchWindow, StoredBatch } from '../../../core/adapters/batch-store';
import { nextLookMs } from '../../../core/journal/batch-look';
import type { ActivityDependencies } from '../../dependencies';
import type { RowContext, RowContexts } from '../row-contexts';
import { moveBatch } from './move-batch';
import { reserveWave } from './reserve-wave';

export interface WindowOf {
  readonly window: BatchWindow;
  readonly config: RowContext['config'];
}

/** Another owner may be done much sooner than its lease ends. */
const mostWaitMs = 2_000;

/**
 * Does what is next for the batches of a window of rows: reserve, submit, look, keep answers, and the next wave.
 * @returns when to come again, ms. null: the window is done
 */
export async function advanceWindow(
  dependencies: ActivityDependencies,
  rows: RowContexts,
  { window, config }: WindowOf,
): Promise<number | null> {
  const { batches } = dependencies.store;
  const { leaseMs } = dependencies;
  const owner = `${dependencies.owner}/${randomUUID()}`;
  const claim = await batches.take(window, owner, leaseMs);
  if (claim.kind === 'done') return null;
  if (claim.kind === 'early') return Math.ceil(claim.restMs);
  if (claim.kind === 'held') return Math.min(Math.ceil(claim.restMs), mostWaitMs);
  const over = new AbortController();
  const renewing = renew(async () => batches.renew(window, owner, leaseMs), leaseMs, over.signal);
  let next: number | null = 0;
  try {
    next = await advance(dependencies, rows, { window, config, owner, nowMs: claim.nowMs });
    return next;
  } finally {
    over.abort();
    await renewing;
    await batches.leave(window, owner, next);
  }
}

async function advance(
  dependencies: ActivityDependencies,
  rows: RowContexts,
  { window, config, owner, nowMs }: WindowOf & { readonly owner: string; readonly nowMs: number },
): Promise<number | null> {
  const { store } = dependencies;
  const { batches } = await dependencies.modelClient(config.model, window.run);
  if (batches === undefined) return null;
  const known = await store.batches.ofRun(window.run);
  // The endpoint is not asked for batches again in this run.
  if (known.some(({ state }) => state === 'unsupported')) return null;
  const early = new Set(known.map(({ token }) => token));
  for (;;) {
    const all = await store.batches.ofWindow(window);
    const open = all.filter(({ state }) => state === 'reserved' || state === 'submitted');
    for (const batch of open) {
      const isNew = !early.has(batch.token);
      early.add(batch.token);
      await moveBatch(dependencies, { batch, batches, isNew, nowMs, owner });
    }
    const left = (await store.batches.ofWindow(window)).filter(
      ({ state }) => state === 'reserved' || state === 'submitted',
    );
    if (left.length > 0) {
      return nextLookMs(nowMs - Math.min(...left.map(({ changedAtMs }) => changedAtMs)));
    }
    const ended = await store.batches.ofWindow(window);
    if (ended.some(({ state }) => state === 'unsupported')) return null;
    const { restMs, before } = withoutPostponed(ended, nowMs);
    if (restMs > 0) return restMs;
    const wave = Math.max(-1, ...ended.map((one) => one.wave)) + 1;
    const next = { window, config, batches, before, wave };
    if ((await reserveWave(dependencies, rows, next)) === 0) return null;
  }
}

/** For so long requests over a limit of the endpoint are sent again. Then they go singly. */
const postponedForMs = 24 * 60 * 60 * 1000;

/** The batches whose requests are not sent again, and how long to wait before others are, ms. */
function withoutPostponed(
  ended: readonly StoredBatch[],
  nowMs: number,
): { readonly restMs: number; readonly before: readonly StoredBatch[] } {
  const postponed = ended.filter(({ state }) => state === 'postponed');
  const last = Math.max(...postponed.map(({ changedAtMs }) => changedAtMs));
  const first = Math.min(...postponed.map(({ reservedAtMs }) => reservedAtMs));
  if (postponed.length === 0 || nowMs - first > postponedForMs) return { restMs: 0, before: ended };
  const before = ended.filter(({ state }) => state !== 'postponed');
  const isLast = Math.max(...before.map(({ wave }) => wave), -1) < (postponed.at(-1)?.wave ?? -1);
  return { restMs: isLast ? Math.max(0, last + nextLookMs(nowMs - first) - nowMs) : 0, before };
}

async function renew(
  extend: () => Promise<void>,
  leaseMs: number,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await timer(leaseMs / 3, undefined, { signal: over }).catch(() => undefined);
    // If the store has trouble now, the next renewal may succeed.
    if (!over.aborted) await extend().catch(() => undefined);
  }
}
