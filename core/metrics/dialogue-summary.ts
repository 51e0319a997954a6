import { suiteVerdict } from '../grading/suites';
import type { AttemptResult } from '../ports/records';
import { roundProgram } from '../refinement/outcome';
import type { DialogueOutcome, Feedback, Round } from '../schemas/dialogue';
import { solvedRate } from './solved-rate';
import type { SolvedRate } from './solved-rate';

type DialogueResult = AttemptResult<DialogueOutcome>;
type Counts = Readonly<Record<string, number>>;

/** Had every dialogue ended after this many rounds; one that ended earlier keeps its answer. */
export interface RoundPoint {
  /** From 1. */
  readonly round: number;
  /** By every hidden suite. */
  readonly all: SolvedRate;
  /** By the base suite alone; null: the problems have one suite. */
  readonly base: SolvedRate | null;
  /** Dialogues that have this round. */
  readonly made: number;
  /** Of this round's calls, over all of them. */
  readonly tokens: number;
}

/** What a run's dialogues came to. Of those with a verdict, and of the branch that stands, unless a member says more. */
export interface DialogueSummary {
  readonly rounds: readonly RoundPoint[];
  /** Failed after round 1. */
  readonly failedFirst: number;
  /** Of those, solved at the end. */
  readonly fixed: number;
  /** fixed / failedFirst, by the hidden tests; null: none failed. */
  readonly fixRate: number | null;
  readonly fixInterval: readonly [low: number, high: number] | null;
  /** Solved after round 1, and not at the end. */
  readonly regressed: number;
  /** The answer passed the tests that feedback is taken from, and failed hidden ones. */
  readonly passedShownOnly: number;
  /** Later rounds whose program is that of the round before. */
  readonly unchanged: number;
  /** Rounds on branches that were left. */
  readonly aside: number;
  readonly stops: Counts;
  /** What came of running the rounds' programs. */
  readonly feedbackKinds: Counts;
  /** Whose words the model was told, by source. */
  readonly sources: Counts;
  /** Why answers of simulated people were asked anew. */
  readonly refused: Counts;
  /** Fixed sentences in the place of a simulated person's. */
  readonly neutral: number;
  /** Dialogues that a person took part in. */
  readonly withPeople: number;
  /** Rounds whose request had no room for everything. */
  readonly trimmed: number;
}

/**
 * @param results of dialogues with a verdict
 * @param rounds most that a dialogue may have
 */
export function summariseDialogues(
  results: readonly DialogueResult[],
  rounds: number,
): DialogueSummary {
  const standing = results.map(({ outcome }) => standingOf(outcome));
  const every = results.flatMap(({ outcome }) => outcome.rounds);
  const stand = standing.flat();
  const told = results.flatMap(({ outcome }) =>
    standingOf(outcome).flatMap((round) => toldIn(outcome, round)),
  );
  const failedFirst = results.filter((result) => !solvedAfter(result, 1));
  const fixed = failedFirst.filter((result) => solvedAfter(result, rounds));
  const fix = solvedRate(fixed.length, failedFirst.length);
  return {
    rounds: Array.from({ length: rounds }, (_, index) => roundPoint(results, index + 1)),
    failedFirst: failedFirst.length,
    fixed: fixed.length,
    fixRate: fix.rate,
    fixInterval: fix.interval,
    regressed: results.filter((result) => solvedAfter(result, 1) && !solvedAfter(result, rounds))
      .length,
    passedShownOnly: results.filter(isPassedShownOnly).length,
    unchanged: standing.reduce((sum, branch) => sum + unchangedIn(branch), 0),
    aside: every.length - stand.length,
    stops: countsOf(results.map(({ outcome }) => outcome.stop ?? 'none')),
    feedbackKinds: countsOf(
      stand.flatMap(({ execution }) => (execution?.on === 'tests' ? [execution.kind] : [])),
    ),
    sources: countsOf(told.map(({ source }) => source)),
    refused: countsOf(told.flatMap(({ refused }) => refused)),
    neutral: told.filter(({ neutral }) => neutral).length,
    withPeople: results.filter(({ outcome }) => outcome.steered).length,
    trimmed: stand.filter(({ trimmed }) => trimmed > 0).length,
  };
}

/** The rounds of the branch that stands, in order. */
export function standingOf({ rounds, branch }: DialogueOutcome): readonly Round[] {
  const byId = new Map(rounds.map((round) => [round.id, round]));
  return branch.flatMap((id) => byId.get(id) ?? []);
}

/** Everything that the model was told of a round, in order. */
export function toldIn({ said }: DialogueOutcome, { id, feedback }: Round): readonly Feedback[] {
  return [...(feedback === null ? [] : [feedback]), ...(said?.[id] ?? [])];
}

/** On every branch. */
export function programsMade({ rounds }: DialogueOutcome): number {
  return rounds.filter(({ program }) => program !== null).length;
}

/** sha256 of what the dialogue would have answered with after so many rounds. */
function answerAfter({ outcome }: DialogueResult, rounds: number): string | null {
  const { answers } = outcome;
  return roundProgram(outcome, answers[Math.min(rounds, answers.length) - 1] ?? null);
}

function solvedAfter(result: DialogueResult, rounds: number): boolean {
  const program = answerAfter(result, rounds);
  return result.graded.some((one) => one.program === program && one.outcome.kind === 'passed');
}

/** Whether what the dialogue would have answered with after each of its rounds passes the hidden check. */
export function answersPassed(result: DialogueResult): readonly boolean[] {
  return result.outcome.answers.map((_, index) => solvedAfter(result, index + 1));
}

function roundPoint(results: readonly DialogueResult[], round: number): RoundPoint {
  const made = results.flatMap(({ outcome }) => standingOf(outcome)[round - 1] ?? []);
  const solved = results.filter((result) => solvedAfter(result, round)).length;
  const onBase = results.filter(
    (result) => suiteVerdict(result.graded, answerAfter(result, round), 'base') === 'passed',
  ).length;
  const hasSuites = results.some(({ graded }) => graded.some(({ suites }) => suites !== undefined));
  return {
    round,
    all: solvedRate(solved, results.length),
    base: hasSuites ? solvedRate(onBase, results.length) : null,
    made: made.length,
    tokens: made.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function isPassedShownOnly({ outcome, solved }: DialogueResult): boolean {
  const answer = outcome.rounds.find(({ id }) => id === outcome.answer);
  return !solved && answer?.execution?.on === 'tests' && answer.execution.kind === 'passed';
}

function unchangedIn(branch: readonly Round[]): number {
  return branch.filter(
    ({ program }, index) => program !== null && program === branch[index - 1]?.program,
  ).length;
}

/** The most frequent first, ties by name. */
function countsOf(words: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries(
    [...counts].toSorted(([left, fewer], [right, more]) => more - fewer || (left < right ? -1 : 1)),
  );
}
