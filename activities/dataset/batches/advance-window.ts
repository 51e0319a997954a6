import { randomUUID } from 'node:crypto';
import { setTimeout as timer } from 'node:timers/promises';

import type { BatchWindow, StoredBatch } from '../../../core/adapters/batch-store';
import { nextLookMs } from '../../../core/journal/batch-look';
import type { Store } from '../../../core/ports/records';
import type { ActivityDependencies } from '../../dependencies';
import type { RowContext, RowContexts } from '../row-contexts';
import { attend } from './attend-batch';
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
  const { store, leaseMs } = dependencies;
  const { batches } = await dependencies.modelClient(config.model, window.run);
  if (batches === undefined) return null;
  const isOurs = () => store.batches.renew(window, owner, leaseMs);
  const early = new Set((await store.batches.ofRun(window.run)).map(({ token }) => token));
  for (;;) {
    let restMs = 0;
    for (const batch of openOf(await store.batches.ofWindow(window))) {
      const isNew = !early.has(batch.token);
      early.add(batch.token);
      const unsupported = await unsupportedIn(store, window.run);
      const at = { batch, batches, isNew, nowMs, owner, unsupported, isOurs };
      restMs = Math.max(restMs, await attend(dependencies, at));
      // Another process goes on with it.
      if (!(await isOurs())) return mostWaitMs;
    }
    const all = await store.batches.ofWindow(window);
    const left = openOf(all);
    if (left.length > 0) {
      const firstMs = Math.min(...left.map(({ changedAtMs }) => changedAtMs));
      return Math.max(restMs, nextLookMs(nowMs - firstMs));
    }
    // The endpoint is not asked for batches again in this run.
    if ((await unsupportedIn(store, window.run)) !== null) return null;
    const { restMs: laterMs, before } = withoutPostponed(all, nowMs);
    if (laterMs > 0) return laterMs;
    const wave = Math.max(-1, ...all.map((one) => one.wave)) + 1;
    const next = { window, config, batches, before, wave };
    if ((await reserveWave(dependencies, rows, next)) === 0) return null;
  }
}

function openOf(all: readonly StoredBatch[]): readonly StoredBatch[] {
  return all.filter(({ state }) => state === 'reserved' || state === 'submitted');
}

/** What an endpoint without batches said. null: it may have them. */
async function unsupportedIn({ batches }: Store, run: string): Promise<string | null> {
  const none = (await batches.ofRun(run)).find(({ state }) => state === 'unsupported');
  return none === undefined ? null : (none.trouble ?? 'no batches');
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
  const first = Math.min(...postponed.map(({ changedAtMs }) => changedAtMs));
  if (postponed.length === 0 || nowMs - first > postponedForMs) return { restMs: 0, before: ended };
  const before = ended.filter(({ state }) => state !== 'postponed');
  const isSentAgain = ended.some(({ reservedAtMs }) => reservedAtMs > last);
  return {
    restMs: isSentAgain ? 0 : Math.max(0, last + nextLookMs(nowMs - first) - nowMs),
    before,
  };
}

async function renew(
  extend: () => Promise<boolean>,
  leaseMs: number,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await timer(leaseMs / 3, undefined, { signal: over }).catch(() => undefined);
    // If the store has trouble now, the next renewal may succeed.
    if (!over.aborted) await extend().catch(() => false);
  }
}
