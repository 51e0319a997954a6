import type { CallTotals, RepeatedDraws } from '../ports/attempt-figures';
import { assertNever } from '../assert-never';
import type { AttemptRecord, AttemptResult, GradedProgram } from '../ports/records';
import { suiteVerdict } from '../grading/suites';
import { isUnchecked } from '../tasks/level-of';
import type { AttemptOutcome, RunConfig } from '../schemas/run';
import type { SearchOutcome } from '../schemas/search';
import { workRow } from '../work/kinds';
import { attemptCount } from '../work/planned-attempts';
import { ofDialogues, ofSearches } from '../work/of-kind';
import type { DebuggerShares } from './answer-origins';
import { budgetCurve } from './budget-curve';
import type { CurvePoint } from './budget-curve';
import type { CallFigures } from './call-figures';
import { programsMade, summariseDialogues } from './dialogue-summary';
import type { DialogueSummary } from './dialogue-summary';
import { clusteredInterval } from './clustered-interval';
import { tallyOutcomes, tallyProblems } from './problem-tally';
import { wilsonInterval } from './wilson-interval';

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

function isTimeSensitive({ outcome, graded }: AttemptResult): boolean {
  return (
    onShownTests(outcome).some((tested) => tested?.timeSensitive === true) ||
    graded.some((grade) => grade.outcome.timeSensitive)
  );
}

/** What running its programs said while it was under way. */
function onShownTests(
  outcome: AttemptOutcome,
): readonly ({ readonly timeSensitive: boolean } | null)[] {
  switch (outcome.kind) {
    case 'search':
      return outcome.nodes.map(({ visible }) => visible);
    case 'dialogue':
      return outcome.rounds.map(({ execution }) => (execution?.on === 'tests' ? execution : null));
    case 'environment':
    case 'evaluation':
      return [];
    default:
      return assertNever(outcome);
  }
}

function timeSensitiveProblems(attempts: readonly AttemptRecord[]): readonly string[] {
  const sensitive = attempts
    .filter(({ result }) => result !== null && isTimeSensitive(result))
    .toSorted((left, right) => left.position - right.position);
  return [...new Set(sensitive.map(({ problem }) => problem))];
}

function neutralValuesOf(
  results: readonly AttemptResult<SearchOutcome>[],
): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const { outcome } of results) {
    for (const [role, count] of Object.entries(outcome.neutralValues)) {
      sums.set(role, (sums.get(role) ?? 0) + count);
    }
  }
  return Object.fromEntries([...sums].toSorted(([left], [right]) => (left < right ? -1 : 1)));
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

/** Whether an attempt's verdict says only that its answer could not be checked at the level of its problem. */
export function isUncheckedAttempt({ status, result }: AttemptRecord): boolean {
  if (status !== 'completed' || result === null) return false;
  const answer = answerGrade(result);
  return answer !== null && isUnchecked(answer.outcome, result.level);
}

/** The hidden verdict of what an attempt answered with; null: it has none. */
export function answerGrade({ outcome, graded }: AttemptResult): GradedProgram | null {
  const answer = workRow(outcome.kind).answer(outcome);
  return graded.find(({ program }) => program === answer) ?? null;
}

/**
 * Of kinds of work that are scored, on problems with several suites.
 * @param problems whose result each is; default: each of a problem of its own
 */
export function baseRate(
  completed: readonly AttemptResult[],
  problems?: readonly string[],
): SuiteRate | null {
  if (!completed.some(({ graded }) => graded.some(({ suites }) => suites !== undefined))) {
    return null;
  }
  const passed = completed.map(({ outcome, graded }) => {
    const answer = workRow(outcome.kind).answer(outcome);
    return suiteVerdict(graded, answer, 'base') === 'passed';
  });
  const solved = passed.filter(Boolean).length;
  return {
    solved,
    rate: solved / completed.length,
    interval: clusteredInterval(tallyOutcomes(passed, problems)),
  };
}

/** Sums up a run from its records alone; the same records give the same summary. */
export function summariseRun(input: {
  readonly config: RunConfig;
  readonly attempts: readonly AttemptRecord[];
  readonly calls: CallFigures;
}): RunSummary {
  const { config, attempts, calls } = input;
  const results = attempts.flatMap(({ result }) => (result === null ? [] : [result]));
  const withVerdict = attempts.flatMap(({ status, result }) =>
    status === 'completed' && result !== null ? [result] : [],
  );
  const ofProblems = attempts.flatMap(({ status, result, problem }) =>
    status === 'completed' && result !== null ? [problem] : [],
  );
  const searches = ofSearches(results);
  const { scored } = workRow(config.kind);
  const total = attemptCount(config);
  const completed = withVerdict.length;
  const solved = withVerdict.filter((result) => result.solved).length;
  const unchecked = attempts.filter(isUncheckedAttempt).length;
  const interval = clusteredInterval(tallyProblems(config.problems, attempts));
  const count = (status: string): number =>
    attempts.filter((attempt) => attempt.status === status).length;
  return {
    ...calls.totals,
    ...verdictFigures(scored, { total, completed, solved, unchecked, interval }),
    scored,
    total,
    completed,
    unscored: count('unscored'),
    unchecked,
    base: scored ? baseRate(withVerdict, ofProblems) : null,
    cancelled: count('cancelled'),
    programs:
      config.kind === 'search'
        ? searches.reduce((sum, { outcome }) => sum + outcome.nodes.length, 0)
        : ofDialogues(results).reduce((sum, { outcome }) => sum + programsMade(outcome), 0),
    dialogue:
      config.kind === 'dialogue'
        ? summariseDialogues(ofDialogues(withVerdict), config.dialogue.rounds)
        : null,
    curve:
      scored && config.kind === 'search'
        ? budgetCurve(ofSearches(withVerdict), config.budget, ofProblems)
        : [],
    debuggerShares: calls.debuggerShares,
    repeatedDraws: calls.repeatedDraws,
    neutralValues: neutralValuesOf(searches),
    timeSensitive: timeSensitiveProblems(attempts),
    verificationWithoutTruth: calls.verificationWithoutTruth,
    steered:
      count('cancelled') > 0 ||
      results.some(({ outcome }) => 'steered' in outcome && outcome.steered),
  };
}
