import type { StoredBatch } from '../../core/adapters/batch-store';
import { countText } from '../../core/words/plural';
import { terminalLine } from '../terminal-safe';

/** What became of the batches of a run, in a line. null: there are none. */
export function batchesText(all: readonly StoredBatch[]): string | null {
  if (all.length === 0) return null;
  const batches = all.filter(({ state }) => state !== 'postponed');
  const none = batches.find(({ state }) => state === 'unsupported');
  if (none !== undefined) {
    return `the endpoint has no batches, so requests go singly (${terminalLine(none.trouble ?? '')})`;
  }
  const sum = (of: (batch: StoredBatch) => number): string =>
    countText(batches.reduce((total, batch) => total + of(batch), 0));
  const open = batches.filter(({ state }) => state !== 'ended').length;
  const troubles = batches.flatMap(({ trouble }) => trouble ?? []);
  const later = all.length - batches.length;
  return [
    `${countText(batches.length)}${open === 0 ? '' : `, ${countText(open)} under way`}`,
    `${sum(({ answered }) => answered)} of ${sum(({ requests }) => requests)} requests answered`,
    ...(troubles[0] === undefined
      ? []
      : [`${countText(troubles.length)} not whole: ${terminalLine(troubles[0])}`]),
    ...(later === 0 ? [] : [`${countText(later)} sent again, over a limit of the endpoint`]),
  ].join('; ');
}
