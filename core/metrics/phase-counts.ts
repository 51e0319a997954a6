/** How many of the items under way of a run are in each phase, by the name of the phase. */
export type PhaseCounts = Readonly<Record<string, number>>;

export function phaseCounts(phases: readonly string[]): PhaseCounts {
  const counts: Record<string, number> = {};
  for (const phase of phases) counts[phase] = (counts[phase] ?? 0) + 1;
  return counts;
}
