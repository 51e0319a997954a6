import type { PlacedAttempt } from '../ports/run-sums';

/** Where it stands, and of which attempt: lists of sums say no more of it. */
export function placeOf({ position, problem, sample }: PlacedAttempt): PlacedAttempt {
  return { position, problem, sample };
}

/** As attempts are in tables: by position; where several have one, by problem, then by sample. */
export function inPlace<Placed extends PlacedAttempt>(
  attempts: readonly Placed[],
): readonly Placed[] {
  return attempts.toSorted(
    (left, right) =>
      left.position - right.position ||
      order(left.problem, right.problem) ||
      left.sample - right.sample,
  );
}

function order(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
