import { setTimeout as sleep } from 'node:timers/promises';

import type { Store } from '../../../core/ports/records';
import { openStore } from '../../../store';
import { pidOf } from '../../home/home-processes';
import type { EspalierHome } from '../../home/espalier-home';
import { onlyRun } from '../../home/journal';
import { residentKb } from '../../home/machine-processes';
import { treeCpu } from '../tree-cpu';

export const watchedServices = ['worker', 'engine', 'model-server'] as const;
export type WatchedService = (typeof watchedServices)[number];

/** The state of a run when so many of its rows had ended. */
export interface RowsReached {
  readonly rows: number;
  /** CPU seconds so far. */
  readonly cpu: Readonly<Record<WatchedService, number>>;
  readonly workerMb: number;
}

/**
 * Tells the state of the only run of a home each time that so many further rows have ended.
 * @param ended whether its command has ended
 */
export async function watchRows(
  home: EspalierHome,
  { every, ended }: { readonly every: number; readonly ended: () => boolean },
  tell: (reached: RowsReached) => void,
): Promise<void> {
  let store: Store | null = null;
  let run: string | null = null;
  let next = 0;
  try {
    for (let isLast = false; !isLast;) {
      isLast = ended();
      if (!isLast) await sleep(100);
      run ??= await onlyRun(home).catch(() => null);
      if (run === null) continue;
      store ??= await openStore({ path: home.folder.store, readOnly: true });
      const { completed } = await store.runs.counts(run);
      if (completed < next && !isLast) continue;
      tell(await reachedNow(home, completed));
      next = completed - (completed % every) + every;
    }
  } finally {
    await store?.close();
  }
}

async function reachedNow(home: EspalierHome, rows: number): Promise<RowsReached> {
  const pids = await Promise.all(watchedServices.map((service) => pidOf(home, service)));
  const seconds = pids.map((pid) => (pid === null ? 0 : treeCpu(pid)));
  const [worker = 0, engine = 0, server = 0] = seconds;
  const [pid = null] = pids;
  const workerMb = pid === null ? 0 : (residentKb(pid) ?? 0) / 1024;
  return { rows, cpu: { worker, engine, 'model-server': server }, workerMb };
}
