import type { Failure } from '../core/ports/attempt-figures';
import type { AttemptDigest } from '../core/ports/records';
import { failureReasons } from '../core/schemas/failure-reason';
import { placeKey } from '../core/metrics/calls-by-attempt';
import type { Fold } from '../core/metrics/fold';
import type { RunConfig } from '../core/schemas/run';
import { workRow } from '../core/work/kinds';
import { plannedAttempts } from '../core/work/planned-attempts';

/**
 * Every attempt of a run that is not solved, in data-set order, then by sample; those that were never begun, too. Of a kind of
 * work that is not scored: none.
 */
export function findFailures(config: RunConfig): Fold<AttemptDigest, readonly Failure[]> {
  const { scored } = workRow(config.kind);
  const begun = new Map<string, Failure | null>();
  return {
    add: ({ attempt, failure }) => {
      if (scored) begun.set(placeKey(attempt), failure);
    },
    result: () => {
      if (!scored) return [];
      return plannedAttempts(config).flatMap(({ problem, sample }) => {
        const found = begun.get(placeKey({ problem, sample }));
        return found === undefined ? [notBegun(problem, sample)] : (found ?? []);
      });
    },
  };
}

/** How many attempts failed for which reason, in the order of the reasons; none that nobody has. */
export function countReasons(failures: readonly Failure[]): Readonly<Record<string, number>> {
  const counts = failureReasons.map(
    (reason) => [reason, failures.filter((one) => one.reason === reason).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function notBegun(problem: string, sample: number): Failure {
  const nothing = { detail: null, passedVisible: null, programs: null };
  return { problem, sample, reason: 'not-begun', ...nothing };
}
