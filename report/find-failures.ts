import type { Failure } from '../core/ports/attempt-figures';
import type { AttemptDigest } from '../core/ports/records';
import type { AttemptSums, Counts } from '../core/ports/run-sums';
import { failureReasons } from '../core/schemas/failure-reason';
import { placeKey } from '../core/metrics/calls-by-attempt';
import type { Fold } from '../core/metrics/fold';
import type { RunConfig } from '../core/schemas/run';
import { workRow } from '../core/kinds/kinds';
import { attemptCount, plannedAttempts } from '../core/work/planned-attempts';

/** Unsolved attempts in data-set order, then by sample, also those never begun. None for unscored kinds of work. */
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

/** How many attempts of a run are not solved for which reason, in the order of the reasons; none that nobody has. */
export function countReasons(
  config: RunConfig,
  { reasons, statuses }: Pick<AttemptSums, 'reasons' | 'statuses'>,
): Counts {
  if (!workRow(config.kind).scored) return {};
  const begun = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const all: Counts = { ...reasons, 'not-begun': attemptCount(config) - begun };
  return Object.fromEntries(
    failureReasons
      .map((reason) => [reason, all[reason] ?? 0] as const)
      .filter(([, count]) => count > 0),
  );
}

function notBegun(problem: string, sample: number): Failure {
  const nothing = { detail: null, passedVisible: null, programs: null };
  return { problem, sample, reason: 'not-begun', ...nothing };
}
