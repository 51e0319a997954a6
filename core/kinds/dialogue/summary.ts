import { hasSuites, suiteVerdict } from '../suites';
import type { AttemptResult } from '../../ports/records';
import type { Counts, DialogueSums } from '../../ports/run-sums';
import { roundProgram } from './outcome';
import type { DialogueOutcome } from './schema';
import type { Feedback, Round } from '../../schemas/dialogue';
import { solvedRate } from '../../statistics/solved-rate';
import type { SolvedRate } from '../../statistics/solved-rate';
import { bitsOf, bitsText } from '../../values/bits';

type DialogueResult = AttemptResult<DialogueOutcome>;

/** Result if every dialogue had ended after this many rounds. A dialogue that ended earlier keeps its answer. */
export interface RoundPoint {
  /** From 1. */
  readonly round: number;
  /** By every hidden suite. */
  readonly all: SolvedRate;
  /** By the base suite alone. null: the problems have one suite. */
  readonly base: SolvedRate | null;
  /** Number of dialogues with this round. */
  readonly made: number;
  /** Tokens of the calls of this round, over all dialogues. */
  readonly tokens: number;
}

/** Summary of a run's dialogues. Unless a member says otherwise: dialogues with a verdict, and their present branch. */
export interface DialogueSummary {
  readonly rounds: readonly RoundPoint[];
  /** Failed after round 1. */
  readonly failedFirst: number;
  /** The part of these that was solved at the end. */
  readonly fixed: number;
  /** fixed / failedFirst, by the hidden tests; null: none failed. */
  readonly fixRate: number | null;
  readonly fixInterval: readonly [low: number, high: number] | null;
  /** Solved after round 1, and not at the end. */
  readonly regressed: number;
  /** Dialogues whose answer passed the tests that give feedback, and failed hidden tests. */
  readonly passedShownOnly: number;
  /** Later rounds with the program of the round before. */
  readonly unchanged: number;
  /** Rounds on former branches. */
  readonly aside: number;
  readonly stops: Counts;
  /** Results of running the programs of rounds. */
  readonly feedbackKinds: Counts;
  /** Sources of the feedback to the model. */
  readonly sources: Counts;
  /** Why simulated people were asked again. */
  readonly refused: Counts;
  /** Fixed sentences in place of a simulated person. */
  readonly neutral: number;
  /** Dialogues in which a person took part. */
  readonly withPeople: number;
  /** Rounds with a trimmed request. */
  readonly trimmed: number;
}

export const noDialogues: DialogueSums = {
  paths: {},
  suites: 0,
  made: {},
  tokens: {},
  passedShownOnly: 0,
  unchanged: 0,
  aside: 0,
  stops: {},
  feedbackKinds: {},
  sources: {},
  refused: {},
  neutral: 0,
  withPeople: 0,
  trimmed: 0,
};

/** Of a dialogue with a verdict. */
export function dialogueSums(result: DialogueResult): DialogueSums {
  const { outcome, graded } = result;
  const stand = standingOf(outcome);
  const told = stand.flatMap((round) => toldIn(outcome, round));
  return {
    paths: { [pathText(result)]: 1 },
    suites: hasSuites(graded) ? 1 : 0,
    made: Object.fromEntries(stand.map((_, index) => [String(index + 1), 1])),
    tokens: Object.fromEntries(stand.map(({ tokens }, index) => [String(index + 1), tokens])),
    passedShownOnly: isPassedShownOnly(result) ? 1 : 0,
    unchanged: unchangedIn(stand),
    aside: outcome.rounds.length - stand.length,
    stops: { [outcome.stop ?? 'none']: 1 },
    feedbackKinds: countsOf(
      stand.flatMap(({ execution }) => (execution?.on === 'tests' ? [execution.kind] : [])),
    ),
    sources: countsOf(told.map(({ source }) => source)),
    refused: countsOf(told.flatMap(({ refused }) => refused)),
    neutral: told.filter(({ neutral }) => neutral).length,
    withPeople: outcome.steered ? 1 : 0,
    trimmed: stand.filter(({ trimmed }) => trimmed > 0).length,
  };
}

/** Summarises dialogues with a verdict. @param rounds maximum number of rounds of a dialogue */
export function summariseDialogues(sums: DialogueSums, rounds: number): DialogueSummary {
  const paths = Object.entries(sums.paths).map(([text, count]) => ({ ...readPath(text), count }));
  const count = (which: (path: DialoguePath) => boolean): number =>
    paths.reduce((sum, path) => sum + (which(path) ? path.count : 0), 0);
  const of = count(() => true);
  const atEnd = ({ solved }: DialoguePath): boolean => isAfter(solved, rounds);
  const atFirst = ({ solved }: DialoguePath): boolean => isAfter(solved, 1);
  const failedFirst = count((path) => !atFirst(path));
  const fixed = count((path) => !atFirst(path) && atEnd(path));
  const fix = solvedRate(fixed, failedFirst);
  return {
    rounds: Array.from({ length: rounds }, (_, index) => {
      const round = index + 1;
      return {
        round,
        all: solvedRate(
          count(({ solved }) => isAfter(solved, round)),
          of,
        ),
        base:
          sums.suites === 0
            ? null
            : solvedRate(
                count(({ base }) => isAfter(base, round)),
                of,
              ),
        made: sums.made[String(round)] ?? 0,
        tokens: sums.tokens[String(round)] ?? 0,
      };
    }),
    failedFirst,
    fixed,
    fixRate: fix.rate,
    fixInterval: fix.interval,
    regressed: count((path) => atFirst(path) && !atEnd(path)),
    passedShownOnly: sums.passedShownOnly,
    unchanged: sums.unchanged,
    aside: sums.aside,
    stops: mostFirst(sums.stops),
    feedbackKinds: mostFirst(sums.feedbackKinds),
    sources: mostFirst(sums.sources),
    refused: mostFirst(sums.refused),
    neutral: sums.neutral,
    withPeople: sums.withPeople,
    trimmed: sums.trimmed,
  };
}

/** Whether the answer of a dialogue after 1, 2, ... rounds passes. */
interface DialoguePath {
  readonly solved: readonly boolean[];
  /** By the base suite alone. */
  readonly base: readonly boolean[];
}

/** `01/11`: after each of its rounds, by every hidden suite, and by the base suite. Of a dialogue without a round, after none. */
function pathText(result: DialogueResult): string {
  const rounds = Array.from({ length: Math.max(1, result.outcome.answers.length) });
  const solved = rounds.map((_, index) => solvedAfter(result, index + 1));
  const base = rounds.map(
    (_, index) => suiteVerdict(result.graded, answerAfter(result, index + 1), 'base') === 'passed',
  );
  return `${bitsText(solved)}/${bitsText(base)}`;
}

function readPath(text: string): DialoguePath {
  const [solved = '', base = ''] = text.split('/');
  return { solved: bitsOf(solved), base: bitsOf(base) };
}

/** A dialogue that has ended keeps its answer. */
function isAfter(bits: readonly boolean[], rounds: number): boolean {
  return bits[Math.min(rounds, bits.length) - 1] ?? false;
}

/** The rounds of the present branch, in order. */
export function standingOf({ rounds, branch }: DialogueOutcome): readonly Round[] {
  const byId = new Map(rounds.map((round) => [round.id, round]));
  return branch.flatMap((id) => byId.get(id) ?? []);
}

/** All feedback on a round to the model, in order. */
export function toldIn({ said }: DialogueOutcome, { id, feedback }: Round): readonly Feedback[] {
  return [...(feedback === null ? [] : [feedback]), ...(said?.[id] ?? [])];
}

/** On every branch. */
export function programsMade({ rounds }: DialogueOutcome): number {
  return rounds.filter(({ program }) => program !== null).length;
}

/** sha256 of the answer of the dialogue after this many rounds. */
function answerAfter({ outcome }: DialogueResult, rounds: number): string | null {
  const { answers } = outcome;
  return roundProgram(outcome, answers[Math.min(rounds, answers.length) - 1] ?? null);
}

function solvedAfter(result: DialogueResult, rounds: number): boolean {
  const program = answerAfter(result, rounds);
  return result.graded.some((one) => one.program === program && one.outcome.kind === 'passed');
}

/** Whether the answer of the dialogue after each of its rounds passes the hidden check. */
export function answersPassed(result: DialogueResult): readonly boolean[] {
  return result.outcome.answers.map((_, index) => solvedAfter(result, index + 1));
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

function countsOf(words: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Ties by name. */
function mostFirst(counts: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).toSorted(
      ([left, fewer], [right, more]) => more - fewer || (left < right ? -1 : 1),
    ),
  );
}
