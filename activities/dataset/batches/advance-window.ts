import { randomUUID } from 'node:crypto';
import { setTimeout as timer } from 'node:timers/promises';

import type { BatchWindow } from '../../../core/adapters/batch-store';
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
  // The endpoint is asked for batches once in a run.
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
      return nextLookMs(nowMs - Math.min(...left.map(({ reservedAtMs }) => reservedAtMs)));
    }
    const before = await store.batches.ofWindow(window);
    if (before.some(({ state }) => state === 'unsupported')) return null;
    if ((await reserveWave(dependencies, rows, { window, config, batches, before })) === 0) {
      return null;
    }
  }
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
