import type { Assurance } from '../schemas/verdict';
import type { CallDigest } from './attempt-figures';

/** How many, by name. */
export type Counts = { readonly [name: string]: number };

/** An attempt that a table names; lists of such are ordered when they are read, by position, problem and sample. */
export type PlacedAttempt = {
  readonly position: number;
  readonly problem: string;
  readonly sample: number;
};

/** One without a verdict of any worth, and why. */
export type OpenAttempt = PlacedAttempt & { readonly why: string };

/** Its answer could not be checked at the level of its problem. */
export type UncheckedAttempt = OpenAttempt & {
  /** The level at which it may be; null: at none. */
  readonly next: Assurance | null;
};

export type UnfinishedWord = 'refused' | 'unscored' | 'cancelled' | 'waiting';
export type UnfinishedAttempt = PlacedAttempt & {
  readonly word: UnfinishedWord;
  readonly cause: string | null;
};

/** What is to be said of a problem whose own reference does not pass its hidden tests (`core/metrics/problem-levels.ts`). */
export type ReferenceRemark = 'unscored' | 'scored' | 'stopped' | 'unknown';

/** Of an attempt with a verdict: whose, and what was right of it, as a word that `verdictPath` reads. */
export type CodedVerdict = readonly [problem: string, code: string];

/** Of dialogues with a verdict, and of the branch that stands, unless a member says more. */
export type DialogueSums = {
  /** By what was right after each round, as a word that `dialoguePath` reads. */
  readonly paths: Counts;
  /** Those on problems with several suites. */
  readonly suites: number;
  /** By round, from 1: dialogues that have it, and the tokens of its calls. */
  readonly made: Counts;
  readonly tokens: Counts;
  readonly passedShownOnly: number;
  readonly unchanged: number;
  readonly aside: number;
  readonly stops: Counts;
  readonly feedbackKinds: Counts;
  readonly sources: Counts;
  readonly refused: Counts;
  readonly neutral: number;
  readonly withPeople: number;
  readonly trimmed: number;
};

/** Cells of the sandbox that were started anew, of attempts with a verdict. */
export type CellSums = {
  /** Attempts all of whose results say how many, and how many that were. */
  readonly recorded: number;
  readonly cells: number;
  /** Of these attempts, those with any. */
  readonly met: number;
  readonly unrecorded: number;
};

/** What the verdicts rest on, and what is open for a reason of its problem. */
export type LevelSums = {
  /** Provider, then version of Python: results. */
  readonly machines: { readonly [provider: string]: Counts };
  /** By level, the problem of each attempt with a verdict at it. */
  readonly levels: { readonly [level: string]: readonly string[] };
  /** By who said it, the problem of each attempt whose level was found. */
  readonly sayers: { readonly [sayer: string]: readonly string[] };
  /** Hidden verdicts that used an object of the program's. */
  readonly handles: number;
  readonly refused: readonly OpenAttempt[];
  readonly badReferences: readonly OpenAttempt[];
  readonly unchecked: readonly UncheckedAttempt[];
  readonly references: { readonly [Remark in ReferenceRemark]?: readonly PlacedAttempt[] };
};

export type EnvironmentSums = {
  readonly statuses: Counts;
  readonly definitions: number;
  readonly candidates: number;
  readonly accepted: number;
};

/** Sums of some attempts for tables: counts, lists, and names with either. Two of them are added in any order (`sumUp`). */
export type AttemptSums = {
  readonly statuses: Counts;
  readonly verdicts: readonly CodedVerdict[];
  /** Verdicts on problems with several suites. */
  readonly suites: number;
  /** Generated, in whatever was recorded. */
  readonly programs: number;
  /** Searches with more than one. */
  readonly several: number;
  /** Programs that were made ahead of a turn that never came. */
  readonly speculative: number;
  readonly steered: number;
  /** By role. */
  readonly neutralValues: Counts;
  /** Why attempts are not solved. */
  readonly reasons: Counts;
  readonly timeSensitive: readonly PlacedAttempt[];
  readonly running: readonly PlacedAttempt[];
  readonly unfinished: readonly UnfinishedAttempt[];
  readonly levels: LevelSums;
  readonly cells: CellSums;
  readonly dialogues: DialogueSums;
  readonly environments: EnvironmentSums;
  /** Candidates of tasks, by what became of them. */
  readonly tasks: Counts;
  /** Rows of data sets, by how they ended. */
  readonly rows: Counts;
};

/** The same of their calls. */
export interface RunSums {
  readonly attempts: AttemptSums;
  readonly calls: CallDigest;
}
