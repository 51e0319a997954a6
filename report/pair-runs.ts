import { UsageError } from '../core/errors/errors';
import { alignRuns } from '../core/metrics/align-runs';
import type { AlignedRun, Alignment } from '../core/metrics/align-runs';
import { mcnemarTest } from '../core/statistics/mcnemar-test';
import { differencesOf, isSingle, pairedDifference } from '../core/statistics/paired-difference';
import type { Pair } from '../core/statistics/paired-difference';
import { pairsNeeded } from '../core/statistics/pairs-needed';
import { problemsNeededForMean } from '../core/statistics/problems-needed-for-mean';
import { signFlipTest } from '../core/statistics/sign-flip-test';
import { differences, sourceTitle, statementsOf } from './compare';
import { judgingSets } from './judging-set';
import type { LoadedRun, WholeRun } from './load-run';
import { terminalLine } from './terminal-safe';

type Interval = readonly [low: number, high: number];
type Counted = { readonly solved: number; readonly of: number };

/** A problem on which the two runs differ. */
export type Flip = { readonly problem: string; readonly first: Counted; readonly second: Counted };

/** Two runs, problem by problem: what `espalier compare A B --json` prints. Rates and differences are fractions. */
export type RunPair = {
  readonly first: string;
  readonly second: string;
  /** Problems that both runs have, and those of them with a verdict in both: the figures below are of these. */
  readonly common: number;
  readonly compared: number;
  /** Problems of one run alone. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** Common problems that lack a verdict, with how many attempts in which run. */
  readonly open: Alignment['open'];
  /** Mean over the compared problems. */
  readonly rates: readonly [first: number, second: number];
  /** Second minus first, with its interval at 95 %. */
  readonly difference: number;
  readonly interval: Interval | null;
  /** Of the difference over all common problems, were everything without a verdict to fall one way, or the other. */
  readonly bounds: Interval | null;
  /** With one attempt a problem McNemar's exact test, else the sign-flip test over problems. Two-sided. */
  readonly test: 'mcnemar-exact' | 'sign-flip';
  readonly p: number;
  /** At a level of 5 %. `bounds`: decided by the problems compared, but what is open may turn it. */
  readonly decision: 'first' | 'second' | 'none' | 'open';
  /** Problems that the test needs to notice the difference seen, at 5 % with a power of 80 %; null: none was seen. */
  readonly needed: number | null;
  /** In data-set order. */
  readonly flips: readonly Flip[];
  /** Solved by every attempt of both, and of neither. */
  readonly both: number;
  readonly neither: number;
  /** What else differs, and what the figures rest on. */
  readonly notes: readonly string[];
};

/**
 * Lays two runs beside each other, problem by problem.
 * @throws UsageError where that would say nothing: the same run twice (`SAME_RUN`), a kind of work without verdicts
 * (`RUN_WITHOUT_VERDICTS`), simulated, recorded and real answers (`SOURCES_DIFFER`), other data sets (`DATASETS_DIFFER`; other visible
 * tests alone are said, and compared),
 * no common problem (`NO_COMMON_PROBLEMS`), or none with a verdict in both (`NO_COMMON_VERDICTS`)
 */
export function pairRuns(first: WholeRun, second: WholeRun): RunPair {
  checkPair(first, second);
  const aligned = alignRuns(alignedRun(first), alignedRun(second));
  const { pairs, open } = aligned;
  const seen = pairedDifference(pairs);
  if (seen === null) throw noVerdicts(first, second, open.length);
  const single = isSingle(pairs);
  const onlyFirst = pairs.filter(({ first: a, second: b }) => a.solved / a.of > b.solved / b.of);
  const onlySecond = pairs.filter(({ first: a, second: b }) => a.solved / a.of < b.solved / b.of);
  const p = single
    ? mcnemarTest(onlyFirst.length, onlySecond.length)
    : signFlipTest(differencesOf(pairs));
  const { difference, interval } = seen;
  return {
    first: first.record.id,
    second: second.record.id,
    common: first.record.config.problems.length - aligned.onlyFirst.length,
    compared: pairs.length,
    onlyFirst: aligned.onlyFirst.length,
    onlySecond: aligned.onlySecond.length,
    open,
    rates: [meanRate(pairs, ({ first: a }) => a), meanRate(pairs, ({ second: b }) => b)],
    difference,
    interval,
    bounds: open.length === 0 ? null : aligned.bounds,
    test: single ? 'mcnemar-exact' : 'sign-flip',
    p,
    decision: decisionOf(p, difference, open.length === 0 ? null : aligned.bounds),
    needed: single
      ? pairsNeeded(onlyFirst.length / pairs.length, onlySecond.length / pairs.length)
      : problemsNeededForMean(differencesOf(pairs)),
    flips: pairs.filter((pair) => onlyFirst.includes(pair) || onlySecond.includes(pair)),
    both: pairs.filter((pair) => isAll(pair.first) && isAll(pair.second)).length,
    neither: pairs.filter((pair) => pair.first.solved + pair.second.solved === 0).length,
    notes: [
      ...unfinishedNotes([first, second]),
      ...differences([first, second]),
      ...statementsOf([first, second]),
    ],
  };
}

function checkPair(first: LoadedRun, second: LoadedRun): void {
  const [one, other] = [first.record, second.record];
  if (one.id === other.id) {
    throw new UsageError(
      `run ${terminalLine(one.id)} was given twice`,
      'Name two runs: `espalier run list` has the ids',
      { code: 'SAME_RUN' },
    );
  }
  for (const { record, summary } of [first, second]) {
    if (!summary.scored) throw withoutVerdicts(record.id);
  }
  const kinds = [one.config.model.kind, other.config.model.kind] as const;
  if (kinds[0] !== kinds[1]) {
    throw new UsageError(
      `${named(one.id)} is of "${sourceTitle(kinds[0])}", ${named(other.id)} of "${sourceTitle(kinds[1])}": their figures do not mean the same`,
      'Compare runs whose answers come from the same sort of source',
      { code: 'SOURCES_DIFFER' },
    );
  }
  const setOf = judgingSets([first, second]);
  if (setOf(first) !== setOf(second)) {
    throw new UsageError(
      `${named(one.id)} is of the data set ${datasetText(first)}, ${named(other.id)} of ${datasetText(second)}`,
      'Compare runs of one data set; `espalier report` puts several side by side',
      { code: 'DATASETS_DIFFER' },
    );
  }
  const theirs = new Set(other.config.problems);
  if (!one.config.problems.some((problem) => theirs.has(problem))) {
    throw new UsageError(
      `${named(one.id)} and ${named(other.id)} have no problem in common`,
      'Run both on the same selection (--problems, --limit)',
      { code: 'NO_COMMON_PROBLEMS' },
    );
  }
}

/** Of a run that `compare` and `report` cannot say anything of. */
export function withoutVerdicts(run: string): UsageError {
  return new UsageError(
    `${named(run)} is of a kind of work that has no verdicts`,
    'Give runs of searches or dialogues; of environments `espalier env funnel` has the figures',
    { code: 'RUN_WITHOUT_VERDICTS' },
  );
}

function noVerdicts(first: LoadedRun, second: LoadedRun, open: number): UsageError {
  return new UsageError(
    `${named(first.record.id)} and ${named(second.record.id)} have no common problem with a verdict in both (${String(open)} open)`,
    'Let them go on with `espalier run resume RUN`',
    { code: 'NO_COMMON_VERDICTS' },
  );
}

function named(run: string): string {
  return `run ${terminalLine(run)}`;
}

function datasetText({ record }: LoadedRun): string {
  const { name, sha256 } = record.config.dataset;
  return `${terminalLine(name)} (sha256 ${sha256.slice(0, 12)})`;
}

function alignedRun({ record, attempts }: WholeRun): AlignedRun {
  const { problems, samples } = record.config;
  return { problems, samples, attempts };
}

function meanRate(pairs: readonly Pair[], side: (pair: Pair) => Counted): number {
  return pairs.reduce((sum, pair) => sum + side(pair).solved / side(pair).of, 0) / pairs.length;
}

function isAll({ solved, of }: Counted): boolean {
  return solved === of;
}

/** What is open may turn a decision where the bounds reach over 0. */
function decisionOf(p: number, difference: number, bounds: Interval | null): RunPair['decision'] {
  if (p >= 0.05) return 'none';
  if (bounds !== null && bounds[0] <= 0 && bounds[1] >= 0) return 'open';
  return difference < 0 ? 'first' : 'second';
}

/** Runs that have not ended are compared as far as they are, and that is said. */
export function unfinishedNotes(runs: readonly LoadedRun[]): readonly string[] {
  return runs.flatMap(({ record, summary }) =>
    summary.completed === summary.total
      ? []
      : [
          `${terminalLine(record.id)} is ${record.status}: ${String(summary.total - summary.completed)} of ${String(summary.total)} attempts have no verdict.`,
        ],
  );
}
