import type { PhaseCounts } from '../core/metrics/phase-counts';

/** `2 building, 1 grading`; empty if no phase is known. */
export function phaseText(counts: PhaseCounts): string {
  return Object.entries(counts)
    .map(([phase, count]) => `${String(count)} ${phase}`)
    .sort()
    .join(', ');
}
