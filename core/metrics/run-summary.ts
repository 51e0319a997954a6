import type { CallTotals, RepeatedDraws } from '../ports/attempt-figures';
import type { AttemptSums } from '../ports/run-sums';
import type { RunConfig } from '../schemas/run';
import { workRow } from '../kinds/kinds';
import { attemptCount } from '../work/planned-attempts';
import type { DebuggerShares } from './answer-origins';
import { budgetCurve } from './budget-curve';
import type { CurvePoint } from './budget-curve';
import type { CallFigures } from './call-figures';
import { summariseDialogues } from '../kinds/dialogue/summary';
import type { DialogueSummary } from '../kinds/dialogue/summary';
import { clusteredInterval } from './clustered-interval';
import { inPlace } from './placed';
import { tally, verdictsByProblem } from './problem-tally';
import type { ProblemVerdicts } from './problem-tally';
import { verdictsOf } from './verdict-path';
import { wilsonInterval } from '../statistics/wilson-interval';

/** What hidden verdicts come to; of a kind of work that is not scored every member is null. */
export interface VerdictFigures {
  readonly solved: number | null;
  /** solved / completed; null while nothing is completed. */
  readonly passAt1: number | null;
  /** Of passAt1, 95 %: Wilson's, where several samples of a problem count for what they are worth (`clusteredInterval`). */
  readonly interval: readonly [low: number, high: number] | null;
  /** The rate over all attempts if every one that is open fails, and if every one is solved: unchecked, or no verdict. */
  readonly bounds: readonly [low: number, high: number] | null;
}

/** Of completed attempts. */
export interface SuiteRate {
  readonly solved: number;
  readonly rate: number;
  /** Wilson, 95 %. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** Everything a table says of a run. Rates are fractions; counts are of attempts (problem x sample). */
export interface RunSummary extends CallTotals, VerdictFigures {
  /** Whether the run's kind of work has hidden verdicts. */
  readonly scored: boolean;
  /** Attempts the configuration asks for, begun or not. */
  readonly total: number;
  readonly completed: number;
  readonly unscored: number;
  /** Completed ones whose answer could not be checked at their level (`not-data`): no failure for certain. */
  readonly unchecked: number;
  readonly cancelled: number;
  /** Completed ones whose answer passes the base suite; null: their problems have one suite. */
  readonly base: SuiteRate | null;
  /** Generated, over all attempts; null: of a kind of work that generates none. */
  readonly programs: number | null;
  /** null: of another kind of work. */
  readonly dialogue: DialogueSummary | null;
  readonly curve: readonly CurvePoint[];
  readonly debuggerShares: DebuggerShares | null;
  readonly repeatedDraws: RepeatedDraws | null;
  /** By role: replies that stayed unreadable after their repair question. */
  readonly neutralValues: Readonly<Record<string, number>>;
  /** Ids, in data-set order, of problems with a program that used at least half of a time limit. */
  readonly timeSensitive: readonly string[];
  readonly verificationWithoutTruth: number;
  /** A person steered or cancelled an attempt: not comparable with other runs. */
  readonly steered: boolean;
}

export function verdictFigures(
  scored: boolean,
  counts: {
    readonly total: number;
    readonly completed: number;
    readonly solved: number;
    readonly unchecked?: number;
    /** Default: Wilson's of solved / completed, each attempt at a problem of its own. */
    readonly interval?: VerdictFigures['interval'];
  },
): VerdictFigures {
  if (!scored) return { solved: null, passAt1: null, interval: null, bounds: null };
  const { total, completed, solved, unchecked = 0 } = counts;
  const { interval = wilsonInterval(solved, completed) } = counts;
  return {
    solved,
    passAt1: completed === 0 ? null : solved / completed,
    interval,
    bounds: [solved / total, (solved + total - completed + unchecked) / total],
  };
}

/** The rate of scored work on problems with several suites. @param suites verdicts on such problems */
function baseRate(verdicts: readonly ProblemVerdicts[], suites: number): SuiteRate | null {
  if (suites === 0) return null;
  const tallies = tally(verdicts, ({ base }) => base);
  const [solved, of] = [sumOf(tallies, ({ solved: own }) => own), sumOf(tallies, (one) => one.of)];
  return { solved, rate: solved / of, interval: clusteredInterval(tallies) };
}

function sumOf<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + count(item), 0);
}

/** Each once, in data-set order. */
function problemNames(attempts: AttemptSums['timeSensitive']): readonly string[] {
  return [...new Set(inPlace(attempts).map(({ problem }) => problem))];
}

function byName(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(counts).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/** Sums up a run from its records alone; the same records give the same summary. */
export function summariseRun(input: {
  readonly config: RunConfig;
  readonly attempts: AttemptSums;
  readonly calls: CallFigures;
}): RunSummary {
  const { config, attempts, calls } = input;
  const verdicts = verdictsByProblem(config.problems, verdictsOf(attempts.verdicts));
  const row = workRow(config.kind);
  const { scored } = row;
  const budget = row.budget(config);
  const total = attemptCount(config);
  const tallies = tally(verdicts);
  const completed = sumOf(tallies, ({ of }) => of);
  const solved = sumOf(tallies, (one) => one.solved);
  const unchecked = attempts.levels.unchecked.length;
  const interval = clusteredInterval(tallies);
  const count = (status: string): number => attempts.statuses[status] ?? 0;
  return {
    ...calls.totals,
    ...verdictFigures(scored, { total, completed, solved, unchecked, interval }),
    scored,
    total,
    completed,
    unscored: count('unscored'),
    unchecked,
    base: scored ? baseRate(verdicts, attempts.suites) : null,
    cancelled: count('cancelled'),
    programs: attempts.programs,
    dialogue:
      config.kind === 'dialogue'
        ? summariseDialogues(attempts.dialogues, config.dialogue.rounds)
        : null,
    curve: scored && budget?.of === 'program' ? budgetCurve(verdicts, budget.most) : [],
    debuggerShares: calls.debuggerShares,
    repeatedDraws: calls.repeatedDraws,
    neutralValues: byName(attempts.neutralValues),
    timeSensitive: problemNames(attempts.timeSensitive),
    verificationWithoutTruth: calls.verificationWithoutTruth,
    steered: count('cancelled') > 0 || attempts.steered > 0,
  };
}
