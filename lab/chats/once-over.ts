import { setTimeout as sleep } from 'node:timers/promises';

import { EspalierError } from '../../core/errors/errors';

export interface Patience {
  /** Whether the store knows the turn to be over. */
  readonly isOver: () => Promise<boolean>;
  /** Before it is tried again. Default 100. */
  readonly againMs?: number;
  /** Default 30,000. */
  readonly withinMs?: number;
}

/**
 * Does what needs the turn to be over. A turn's end is recorded before the chat's workflow hears of it, and seen at once: where
 * that says it is busy for a moment longer, it is waited for. A turn that is under way is another's.
 * @throws what `act` does
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
