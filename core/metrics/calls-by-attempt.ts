/** What an attempt is known by in a run. */
export interface PlaceInRun {
  readonly problem: string;
  readonly sample: number;
}

/** A text for it. */
export function placeKey({ problem, sample }: PlaceInRun): string {
  return `${String(sample)} ${problem}`;
}

/** Calls by the key of their attempt, each group in the order given. */
export function callsByAttempt<Call extends PlaceInRun>(
  calls: readonly Call[],
): ReadonlyMap<string, readonly Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const key = placeKey(call);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [call]);
    else group.push(call);
  }
  return groups;
}
