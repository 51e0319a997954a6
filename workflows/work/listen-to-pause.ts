import { setHandler } from '@temporalio/workflow';

import { pauseSignal, pauseUpdate, resumeSignal, resumeUpdate } from './messages';
import type { PauseGate } from './pause-gate';
import { refuse } from './refuse';

/** Of a run or of an item. @param refuseAfterEnd refuses after the end */
export function listenToPause(gate: PauseGate, refuseAfterEnd: () => void): void {
  setHandler(pauseUpdate, (reason: string) => gate.pauseByHand(reason), {
    validator: (reason: string) => {
      refuseAfterEnd();
      if (reason.trim() === '') refuse('a pause needs a reason');
    },
  });
  const refuseUnlessPaused: (ends: string | null | undefined) => void = () => {
    // An item that a person ended during a pause still waits to be graded or recorded.
    if (gate.paused === null) refuseAfterEnd();
  };
  setHandler(resumeUpdate, (ends: string | null | undefined) => gate.resume(ends), {
    validator: refuseUnlessPaused,
  });
  setHandler(pauseSignal, (reason: string) => gate.pause(reason));
  setHandler(resumeSignal, () => gate.resume());
}
