import type { AttemptKey } from '../durable/attempt-key';
import { standingRounds } from './dialogue-state';
import type { DialogueState } from './dialogue-state';

/** What people read of a dialogue that waits for one of them, and how they answer it. */
export function waitingWords(
  state: DialogueState,
  { run, problem, sample }: AttemptKey,
  reminders: number,
): string {
  const newest = standingRounds(state).at(-1)?.id;
  const round = newest ?? 'its first round';
  // Of two who answer the same round at once, the second is told.
  const about = newest === undefined ? '' : ` --round ${newest}`;
  const which = sample === 0 ? '' : ` --sample ${String(sample)}`;
  const again = reminders > 1 ? ` (reminder ${String(reminders - 1)})` : '';
  return `a person is to say something of ${round}${again}: espalier run steer feedback ${run} ${problem} 'WORDS'${about}${which}`;
}
