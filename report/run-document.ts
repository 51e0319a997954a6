import type { DialogueSummary } from '../core/kinds/dialogue/summary';
import { freshCells } from '../core/metrics/fresh-cells';
import type { FreshCells } from '../core/metrics/fresh-cells';
import type { FirstTokens } from '../core/metrics/reply-troubles';
import type { UnusableTotals } from '../core/adapters/endpoint-notes';
import type { RunStatus } from '../core/schemas/run';
import type { Assurance, RecordedAssurance } from '../core/schemas/verdict';
import { attemptsInProgress } from './attempts-in-progress';
import type { AttemptInProgress } from './attempts-in-progress';
import {
  assuranceCounts,
  openForLevel,
  uncheckedAttempts,
  withoutPassingReference,
  type OpenForLevel,
} from './assurance';
import type { LoadedRun } from './load-run';
import { droppedTests } from './shown-tests';
import type { DroppedTests } from './shown-tests';

export type AssuranceDocument = {
  /** The least level that the run takes. */
  readonly least: Assurance;
  /** How many problems rest on which level. */
  readonly levels: { readonly [Level in RecordedAssurance]?: number };
  /** Hidden verdicts that used an object of the program's. */
  readonly handles: number;
  /** Attempts on problems that are worth less than the least level: unscored, no model was asked. */
  readonly refused: readonly OpenForLevel[];
  /** Attempts whose answer could not be checked: `failed`, open in the upper bound. */
  readonly unchecked: readonly OpenForLevel[];
  /** Attempts on problems whose own reference fails the hidden tests: unscored, no model was asked. */
  readonly badReferences: readonly OpenForLevel[];
  /** Problems whose own reference passes the hidden tests at no level, scored or not. */
  readonly referenceFails: readonly string[];
};

type Interval = readonly [low: number, high: number];

/** Each member with where it comes from, in their order. A new one is an entry here and a line in test/pins/cli.test.ts. */
const members = {
  run: ({ record }: LoadedRun): string => record.id,
  status: ({ record }: LoadedRun): RunStatus => record.status,
  /** Attempts: problems x samples. */
  total: ({ summary }: LoadedRun): number => summary.total,
  completed: ({ summary }: LoadedRun): number => summary.completed,
  /** null: this kind of work has no verdicts; then passAt1 and interval, too. */
  solved: ({ summary }: LoadedRun): number | null => summary.solved,
  unscored: ({ summary }: LoadedRun): number => summary.unscored,
  /** solved / completed, 0 to 1; null while nothing is completed. */
  passAt1: ({ summary }: LoadedRun): number | null => summary.passAt1,
  /** Of passAt1: Wilson, 95 %. */
  interval: ({ summary }: LoadedRun): Interval | null => summary.interval,
  /** As passAt1, of the base tests alone; null: the problems have one suite. */
  base: ({ summary }: LoadedRun): number | null => summary.base?.rate ?? null,
  /** Round by round; null: of another kind of work. */
  dialogue: ({ summary }: LoadedRun): DialogueSummary | null => summary.dialogue,
  calls: ({ summary }: LoadedRun): number => summary.calls,
  /** Upper bound for what the server's log shows more than once. */
  repeatedCalls: ({ summary }: LoadedRun): number => summary.repeatedCalls,
  /** What it shows more than once for certain. */
  knownRepeatedCalls: ({ summary }: LoadedRun): number => summary.knownRepeatedCalls,
  /** Prompt and completion tokens together. */
  tokens: ({ summary }: LoadedRun): number => summary.promptTokens + summary.completionTokens,
  /** null: some model of the run is not in the price table. */
  costUsd: ({ summary }: LoadedRun): number | null => summary.costUsd,
  /** Programs made ahead of a turn that never came: in calls, tokens and costUsd, in no curve and no budget. */
  speculative: ({ sums }: LoadedRun): number => sums.speculative,
  /** Answers that were paid and that nobody could use: in none of the sums. */
  unusable: ({ unusable }: LoadedRun): UnusableTotals => unusable,
  /** How soon streamed answers began; one that is not streamed says nothing of that. */
  firstToken: ({ calls }: LoadedRun): FirstTokens => calls.firstTokens,
  /** Cells of the sandbox that were started anew, as one before broke. */
  freshCells: ({ sums }: LoadedRun): FreshCells => freshCells(sums.cells),
  /** What the verdicts rest on. */
  assurance: ({ record, sums: { levels } }: LoadedRun): AssuranceDocument => ({
    least: record.config.assurance,
    levels: { ...assuranceCounts(levels) },
    handles: levels.handles,
    refused: openForLevel(levels.refused),
    unchecked: uncheckedAttempts(levels),
    badReferences: openForLevel(levels.badReferences),
    referenceFails: withoutPassingReference(levels),
  }),
  /** Problems of which visible tests are not shown, because their references fail them. */
  visibleTestsDropped: (run: LoadedRun): readonly DroppedTests[] => droppedTests(run),
  /** Where its model is asked now; null: where the run was started. */
  movedTo: ({ record }: LoadedRun): string | null => record.movedTo,
  /** ISO time at which the first of what waits is tried again; null: nothing waits, or the engine does not say. */
  nextTry: ({ nextTryMs = null }: LoadedRun): string | null =>
    nextTryMs === null ? null : new Date(nextTryMs).toISOString(),
  /** Attempts that have begun and have not ended, with their phases; empty: the run has ended, or none has begun. */
  inProgress: (run: LoadedRun): readonly AttemptInProgress[] => attemptsInProgress(run),
};
type Members = typeof members;

/** What `run start --json` and `run show --json` end with. A published format: members are added, never changed. */
export type RunDocument = { readonly [Name in keyof Members]: ReturnType<Members[Name]> };

export function runDocument(run: LoadedRun): RunDocument {
  const values = Object.entries(members).map(([name, value]) => [name, value(run)] as const);
  return Object.fromEntries(values) as unknown as RunDocument;
}
