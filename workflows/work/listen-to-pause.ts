import { setHandler } from '@temporalio/workflow';

import { pauseSignal, pauseUpdate, resumeSignal, resumeUpdate } from './messages';
import type { PauseGate } from './pause-gate';
import { refuse } from './refuse';

/**
 * Takes pause and resume, from a person and from the run.
 * @param refuseAfterEnd refuses of an item that has ended
 */
export function listenToPause(gate: PauseGate, refuseAfterEnd: () => void): void {
  setHandler(pauseUpdate, (reason: string) => gate.pauseByHand(reason), {
    validator: (reason: string) => {
      refuseAfterEnd();
      if (reason.trim() === '') refuse('a pause needs a reason');
    },
  });
  setHandler(resumeUpdate, () => gate.resume(), {
    validator: () => {
      // What was ended while it was paused still waits to be graded, or recorded.
      if (gate.paused === null) refuseAfterEnd();
    },
  });
  setHandler(pauseSignal, (reason: string) => gate.pause(reason));
  setHandler(resumeSignal, () => gate.resume());
}
