/**
 * How a store may differ from the store that the work on its runs began with: it was restored to an earlier state, another
 * file took its place, or the machine restarted and may have lost the last writes.
 */
export type StoreDifference = 'earlier-state' | 'other-store' | 'rebooted';

const texts: Record<StoreDifference, string> = {
  'earlier-state': 'the store was put back to an earlier state than work on its runs has seen',
  'other-store': 'another store stands in the place of the one that was worked with',
  rebooted: 'the machine was started anew since the store was last written to',
};

/** The difference in words, without a full stop. */
export function differenceText(difference: StoreDifference): string {
  return texts[difference];
}
