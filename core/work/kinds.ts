import { searchPrompts } from '../agents/prompt-sets/prompts-sha256';
import { refinementPrompts } from '../refinement/requests/prompts-sha256';
import { environmentPrompts } from '../repository/prompts/prompts-sha256';
import { noEvaluation } from '../evaluation/outcome';
import { samplesTogether } from '../evaluation/samples-together';
import type { Phase } from '../search-attributes';
import type { AttemptOutcome, CallPurpose, RunConfig, WorkKind } from '../schemas/run';
import { searchMethodNames, unknownMethod } from '../search/methods';
import { answerPrograms, noOutcome, programOf } from '../search/outcome';
import { noEnvironment } from '../repository/outcome';
import { branchPrograms, noDialogue, roundProgram } from '../refinement/outcome';
import type { OfKind } from './of-kind';

/** All that whoever plans, starts, records and reports a run has to know of its kind. */
export interface WorkRow<
  Config extends RunConfig,
  Outcome extends AttemptOutcome,
  Purpose extends CallPurpose,
> {
  /** Names for `--method`. */
  readonly methods: readonly string[];
  /** Type of the workflow that one item runs as; `workflows/index.ts` exports it under this name. */
  readonly workflow: string;
  /** What it is doing when it starts, for the engine's UI. */
  readonly phase: Phase;
  /** Whether `--method` takes its names; else a command of its own makes its runs. */
  readonly byMethod: boolean;
  /** Attempts that one item of it, and so one child workflow, takes on together. */
  readonly together: number;
  /** Whether what an item answers gets a hidden verdict; without, reports say nothing of solved, pass@1 and bounds. */
  readonly scored: boolean;
  /** What a person may tell an attempt under way, beside pause and resume, which all take. */
  readonly steering: readonly string[];
  /** Of an attempt that never began. */
  readonly noOutcome: Outcome;
  /** Models that it asks beside the run's own. */
  models(config: Config): readonly string[];
  /** sha256 of the words that its models are asked with: pinned beside them (test/pins/prompts.test.ts). null: nobody is asked. */
  promptsSha256(config: Config): string | null;
  /** sha256 of the program that the attempt answers with; null: none. */
  answer(outcome: Outcome): string | null;
  /** sha256 of every distinct program that is to be graded. */
  programs(outcome: Outcome): readonly string[];
  /** Identities of the model calls that the outcome names, in its order. */
  calls(outcome: Outcome): readonly string[];
  /** Where in its attempt a call was made, in a word. */
  place(purpose: Purpose): string;
}

/** Every kind of work there is. A new one is a row here, one in each union of `core/schemas/run.ts`, and its folders. */
export const kindsOfWork: {
  readonly [Kind in WorkKind]: WorkRow<
    OfKind<RunConfig, Kind>,
    OfKind<AttemptOutcome, Kind>,
    OfKind<CallPurpose, Kind>
  >;
} = {
  search: {
    methods: searchMethodNames,
    workflow: 'solveProblem',
    phase: 'searching',
    byMethod: true,
    together: 1,
    scored: true,
    steering: ['strategy', 'abort', 'accept'],
    noOutcome,
    models: ({ model: { thinkerModel, criticModel } }) =>
      [thinkerModel, criticModel].filter((name) => name !== undefined),
    promptsSha256: ({ prompts }) => searchPrompts[prompts.set],
    answer: (outcome) => programOf(outcome, outcome.answer),
    programs: answerPrograms,
    calls: ({ rootCalls, nodes }) =>
      [...rootCalls, ...nodes.flatMap((node) => node.calls)].map(({ identity }) => identity),
    place: ({ node }) => node,
  },
  dialogue: {
    methods: ['refine'],
    workflow: 'refineSolution',
    phase: 'refining',
    byMethod: true,
    together: 1,
    scored: true,
    steering: ['feedback', 'approve', 'stop', 'retry'],
    noOutcome: noDialogue,
    models: ({ dialogue: { humanModel } }) => (humanModel === undefined ? [] : [humanModel]),
    promptsSha256: ({ dialogue }) => refinementPrompts[dialogue.profile],
    answer: (outcome) => roundProgram(outcome, outcome.answer),
    programs: branchPrograms,
    calls: ({ rounds, otherCalls }) =>
      [...rounds.flatMap((round) => round.calls), ...otherCalls].map(({ identity }) => identity),
    place: ({ round }) => round,
  },
  environment: {
    methods: ['build-environment'],
    workflow: 'buildEnvironment',
    phase: 'building',
    byMethod: false,
    together: 1,
    scored: false,
    steering: [],
    noOutcome: noEnvironment,
    models: () => [],
    promptsSha256: () => environmentPrompts,
    answer: () => null,
    programs: () => [],
    calls: () => [],
    place: ({ request }) => request,
  },
  evaluation: {
    methods: ['evaluate'],
    workflow: 'evaluateSamples',
    phase: 'grading',
    byMethod: false,
    together: samplesTogether,
    scored: true,
    steering: [],
    noOutcome: noEvaluation,
    models: () => [],
    promptsSha256: () => null,
    answer: ({ program }) => program,
    programs: ({ program }) => (program === null ? [] : [program]),
    calls: () => [],
    place: () => '',
  },
};

/** The row of a kind, for callers that serve all of them. */
export function workRow(kind: WorkKind): WorkRow<RunConfig, AttemptOutcome, CallPurpose> {
  return kindsOfWork[kind];
}

const kinds = Object.keys(kindsOfWork) as readonly WorkKind[];

/** What builds environments is asked for with sources, and what grades samples with those. */
const kindsByMethod = kinds.filter((kind) => kindsOfWork[kind].byMethod);

/** Every name that `--method` takes, kind by kind. */
export const methodNames: readonly string[] = kindsByMethod.flatMap(
  (kind) => kindsOfWork[kind].methods,
);

/** @throws UsageError naming the known methods, when `method` is none of them. */
export function kindOfMethod(method: string): WorkKind {
  const kind = kindsByMethod.find((one) => kindsOfWork[one].methods.includes(method));
  if (kind !== undefined) return kind;
  throw unknownMethod(method, methodNames);
}

/** Ids, exports and steering of searches stay what they were before there were kinds: `search` is not said in them. */
export function withKindUnlessSearch<Member extends { readonly kind: WorkKind }>(
  member: Member,
): Member | Omit<Member, 'kind'> {
  const { kind, ...rest } = member;
  return kind === 'search' ? rest : member;
}
