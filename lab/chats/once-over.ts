import { setTimeout as sleep } from 'node:timers/promises';

import { EspalierError } from '../../core/errors/errors';

export interface Patience {
  /** Whether the store knows the turn to be over. */
  readonly isOver: () => Promise<boolean>;
  /** Wait before the next try, in ms. Default 100. */
  readonly againMs?: number;
  /** Default 30,000. */
  readonly withinMs?: number;
}

/**
 * Runs something that needs the end of a turn. The end of a turn is recorded, and visible, before the workflow of the chat
 * knows it. If the workflow still says that it is busy, this waits. A turn that is really under way belongs to another
 * caller.
 * @throws what `act` throws
 */
export async function onceOver(
  act: () => Promise<void>,
  { isOver, againMs = 100, withinMs = 30_000 }: Patience,
): Promise<void> {
  const untilMs = Date.now() + withinMs;
  for (;;) {
    try {
      await act();
      return;
    } catch (error) {
      const isBusy = error instanceof EspalierError && error.code === 'CHAT_BUSY';
      if (!isBusy || Date.now() >= untilMs || !(await isOver())) throw error;
    }
    await sleep(againMs);
  }
}
