import { compareOutcomes } from '../compare/compare-outcomes';
import { exactPolicy } from '../../python-values/comparison-policy';
import type { FlakeCause } from '../../names/environment-reasons';
import type { CaseRecord } from '../../python-values/case-record';
import { commonestReason, passed } from './gate';
import type { DroppedCase, GateOutcome } from './gate';

/** A rerun of the original in which one circumstance is different. */
export interface Rerun {
  readonly cause: FlakeCause;
  /** The records as reported. A missing case, or an invalid record, counts as different. */
  readonly records: readonly unknown[];
}

export interface RerunResult {
  readonly outcome: GateOutcome;
  readonly kept: readonly string[];
  /** Flaky cases, each with the first cause that changed its record. */
  readonly dropped: readonly DroppedCase[];
}

/** Drops cases whose record changed when one circumstance changed, with the cause. */
export function rerunGate(original: readonly CaseRecord[], reruns: readonly Rerun[]): RerunResult {
  const byCause = reruns.map(({ cause, records }) => ({ cause, records: groupedByCase(records) }));
  const dropped = original.flatMap((record): DroppedCase[] => {
    const flip = byCause.find(({ records }) => {
      const again = records.get(record.case) ?? [];
      return compareOutcomes([record], again, exactPolicy) !== null;
    });
    const { cause } = flip ?? {};
    return cause === undefined ? [] : [{ case: record.case, reason: { code: 'flaky', cause } }];
  });
  const gone = new Set(dropped.map((one) => one.case));
  const kept = original.map((record) => record.case).filter((name) => !gone.has(name));
  if (kept.length > 0) return { outcome: passed, kept, dropped };
  const feedback = [
    'No case gives the same outcome every time. What it depends on:',
    ...dropped.map(({ case: name, reason }) =>
      reason.code === 'flaky' ? `${name}: ${causeWords[reason.cause]}` : name,
    ),
  ].join('\n');
  return {
    outcome: { kind: 'failed', reason: commonestReason(dropped), feedback },
    kept,
    dropped,
  };
}

function groupedByCase(records: readonly unknown[]): ReadonlyMap<unknown, readonly unknown[]> {
  const groups = new Map<unknown, unknown[]>();
  for (const record of records) {
    const name = (record as { readonly case?: unknown } | null | undefined)?.case;
    groups.set(name, [...(groups.get(name) ?? []), record]);
  }
  return groups;
}

const causeWords: Readonly<Record<FlakeCause, string>> = {
  chance: 'chance',
  'hash-seed': 'the order of sets, which the hash seed decides',
  order: 'the order in which cases run',
  clock: 'the time of day or the time zone',
  place: 'the current folder or the locale',
  cpu: 'the speed of the machine',
};
