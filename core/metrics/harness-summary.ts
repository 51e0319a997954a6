import { wilsonInterval } from '../statistics/wilson-interval';
import type { HarnessMeasures } from '../schemas/environment-harness';
import type { FunnelCounts } from '../repository/funnel-counts';
import { paperClasses, paperClass } from '../names/environment-reasons';
import type { HarnessReason, PaperClass } from '../names/environment-reasons';

export interface Rate {
  readonly count: number;
  readonly of: number;
  /** null: of nothing. */
  readonly share: number | null;
  /** Wilson, 95 %. */
  readonly interval: readonly [low: number, high: number] | null;
}

export interface HarnessSummary {
  /** Of all that pass the filters, and of those that ran at all, which is the number R2E prints. */
  readonly validity: { readonly ofCandidates: Rate; readonly ofRunnable: Rate };
  /** Means over accepted harnesses, 0 to 1; a function without branches counts by its lines. null: there are none. */
  readonly coverage: number | null;
  readonly mutation: number | null;
  readonly cases: number | null;
  /** How many accepted harnesses cover more than 80 and 90 %, and all. */
  readonly above80: number;
  readonly above90: number;
  readonly full: number;
  /** Rejected ones by the paper's classes; `other`: R2E had no such gate. */
  readonly classes: Readonly<Record<PaperClass | 'other', number>>;
}

/** What a set of environments came to, beside the paper's figures. */
export function harnessSummary(
  counts: Pick<FunnelCounts, 'candidates' | 'runnable' | 'accepted'>,
  accepted: readonly HarnessMeasures[],
  rejected: readonly HarnessReason[],
): HarnessSummary {
  const coverages = accepted.map(
    ({ branchCoverage, lineCoverage }) => branchCoverage ?? lineCoverage,
  );
  const classes = rejected.map((reason) => paperClass(reason) ?? 'other');
  const inClass = (name: PaperClass | 'other'): number =>
    classes.filter((one) => one === name).length;
  return {
    validity: {
      ofCandidates: rateOf(counts.accepted, counts.candidates),
      ofRunnable: rateOf(counts.accepted, counts.runnable),
    },
    coverage: mean(coverages),
    mutation: mean(accepted.map(({ mutation }) => mutation.killed / mutation.total)),
    cases: mean(accepted.map(({ cases }) => cases)),
    above80: coverages.filter((share) => share > 0.8).length,
    above90: coverages.filter((share) => share > 0.9).length,
    full: coverages.filter((share) => share === 1).length,
    classes: Object.fromEntries(
      [...paperClasses, 'other' as const].map((name) => [name, inClass(name)]),
    ) as HarnessSummary['classes'],
  };
}

function rateOf(count: number, of: number): Rate {
  return {
    ...{ count, of },
    share: of === 0 ? null : count / of,
    interval: wilsonInterval(count, of),
  };
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
