/**
 * How a store may differ from the one that work on its runs was begun with: it was put back to an earlier state, another
 * file stands in its place, or the machine was started anew and may have lost what was written last.
 */
export type StoreDifference = 'earlier-state' | 'other-store' | 'rebooted';

const texts: Record<StoreDifference, string> = {
  'earlier-state': 'the store was put back to an earlier state than work on its runs has seen',
  'other-store': 'another store stands in the place of the one that was worked with',
  rebooted: 'the machine was started anew since the store was last written to',
};

/** The same in words, without an end. */
export function differenceText(difference: StoreDifference): string {
  return texts[difference];
}
