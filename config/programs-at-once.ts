import { availableParallelism } from 'node:os';

import type { Settings } from './settings';

/** How many programs a worker runs at a time, at least 2: one that waits leaves its core to another. */
export function programsAtOnce({
  ESPALIER_SANDBOX_SLOTS: slots,
}: Pick<Settings, 'ESPALIER_SANDBOX_SLOTS'>): number {
  return Math.max(2, slots ?? availableParallelism());
}
