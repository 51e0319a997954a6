import type { StoredBatch } from '../../core/adapters/batch-store';
import { countText } from '../../core/words/plural';
import { terminalLine } from '../terminal-safe';

/** What became of the batches of a run, in a line. null: there are none. */
export function batchesText(all: readonly StoredBatch[]): string | null {
  if (all.length === 0) return null;
  const none = all.find(({ state }) => state === 'unsupported');
  const batches = all.filter(({ state }) => state !== 'postponed' && state !== 'unsupported');
  const later = all.filter(({ state }) => state === 'postponed').length;
  const parts = [
    ...(batches.length === 0 ? [] : partsOf(batches)),
    ...(later === 0 ? [] : [`${countText(later)} sent again, over a limit of the endpoint`]),
    ...(none === undefined
      ? []
      : [
          `the endpoint has no batches, so requests go singly (${terminalLine(none.trouble ?? '')})`,
        ]),
  ];
  return parts.join('; ');
}

function partsOf(batches: readonly StoredBatch[]): readonly string[] {
  const sum = (of: (batch: StoredBatch) => number): string =>
    countText(batches.reduce((total, batch) => total + of(batch), 0));
  const open = batches.filter(({ state }) => state !== 'ended');
  const troublesOf = (some: readonly StoredBatch[]): readonly string[] =>
    some.flatMap(({ trouble }) => trouble ?? []);
  const ended = troublesOf(batches.filter(({ state }) => state === 'ended'));
  const now = troublesOf(open);
  return [
    `${countText(batches.length)}${open.length === 0 ? '' : `, ${countText(open.length)} under way`}`,
    `${sum(({ answered }) => answered)} of ${sum(({ requests }) => requests)} requests answered`,
    ...(ended[0] === undefined
      ? []
      : [`${countText(ended.length)} not whole: ${terminalLine(ended[0])}`]),
    ...(now[0] === undefined
      ? []
      : [`${countText(now.length)} tried again: ${terminalLine(now[0])}`]),
  ];
}
