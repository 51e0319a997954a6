import type { EditFault } from './read-edits';

const mostFaults = 8;

/** What is wrong with the edits of a reply, as a clause that a repair question can quote. */
export function faultsTold(faults: readonly EditFault[]): string {
  const shown = faults.slice(0, mostFaults).map(({ text }) => text);
  const rest = faults.length - shown.length;
  return [
    'its change cannot be applied as it is. Nothing was changed.',
    ...shown,
    ...(rest > 0 ? [`${String(rest)} more.`] : []),
  ].join('\n');
}
