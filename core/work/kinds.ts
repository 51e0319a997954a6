import type { AgentRole } from '../agents/roles';
import { refinementPrompts } from '../refinement/requests/prompts-sha256';
import { environmentPrompts } from '../repository/prompts/prompts-sha256';
import { usualPrompts } from '../agents/prompt-sets/prompt-choice';
import type { ProgramForm, PromptSetName } from '../agents/prompt-sets/prompt-choice';
import { noEvaluation } from '../evaluation/outcome';
import { samplesTogether } from '../evaluation/samples-together';
import type { Phase } from '../search-attributes';
import type { AttemptOutcome, CallPurpose, RunConfig, WorkKind } from '../schemas/run';
import { methodNamed, searchMethodNames, unknownMethod } from '../search/methods';
import { answerPrograms, noOutcome, programOf } from '../search/outcome';
import { shapeOf } from '../search/tree-shape';
import { noEnvironment } from '../repository/outcome';
import { branchPrograms, noDialogue, roundProgram } from '../refinement/outcome';
import type { FeedbackSource, FeedbackTests, RefinementProfile } from '../schemas/dialogue';
import type { AnswerRule } from '../search/answer-rule';
import type { OfKind } from './of-kind';

/** What a run was asked for that only some kinds have; what was not said is not there. */
export interface AskedSettings {
  readonly budget?: number | undefined;
  readonly width?: number | undefined;
  readonly depth?: number | undefined;
  readonly variant?: string | undefined;
  readonly maxRounds?: number | undefined;
  readonly feedback?: FeedbackSource | undefined;
  readonly feedbackTests?: FeedbackTests | undefined;
  readonly profile?: RefinementProfile | undefined;
  readonly humanModel?: string | undefined;
  readonly remindHours?: number | undefined;
  readonly expireHours?: number | undefined;
  readonly contextTokens?: number | undefined;
  readonly tokenBudget?: number | undefined;
  readonly prompts?: PromptSetName | undefined;
  readonly shownProgram?: ProgramForm | undefined;
  readonly answer?: AnswerRule | undefined;
}

/** What of a request is a kind's own: another kind takes none of it. */
export type OwnOption =
  keyof AskedSettings | 'thinkerModel' | 'criticModel' | 'criticAccuracy' | 'preset';

/** Hashes the prompts of roles under a set. */
export type PromptsOfRoles = (roles: readonly AgentRole[], set: PromptSetName) => string;

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
  /** What may be asked of it, and of no other kind unless that names it too. */
  readonly options: readonly OwnOption[];
  /** Models that it asks beside the run's own. */
  models(config: Config): readonly string[];
  /** The kind's own members of a run's configuration. @throws UsageError (`BAD_FLAG`) for what the method cannot be asked. */
  settings(asked: AskedSettings, method: string): object;
  /** sha256 of every prompt that a run can send; `ofRoles` hashes the prompts of a search's roles. null: it sends none. */
  promptsSha256(config: Config, ofRoles: PromptsOfRoles): string | null;
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
    options: [
      'budget',
      'width',
      'depth',
      'variant',
      'thinkerModel',
      'criticModel',
      'criticAccuracy',
      'prompts',
      'shownProgram',
      'answer',
      'preset',
    ],
    settings: ({ budget, prompts, shownProgram, answer, ...shape }, method) => ({
      ...said({ budget }),
      search: {
        ...shapeOf(methodNamed(method), shape),
        ...said({ answer: answer === 'best' ? undefined : answer }),
      },
      prompts: { ...usualPrompts, ...said({ set: prompts, program: shownProgram }) },
    }),
    promptsSha256: ({ method, prompts }, ofRoles) =>
      ofRoles(methodNamed(method).roles, prompts.set),
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
    options: [
      'maxRounds',
      'feedback',
      'feedbackTests',
      'profile',
      'humanModel',
      'remindHours',
      'expireHours',
      'contextTokens',
      'tokenBudget',
    ],
    models: ({ dialogue: { humanModel } }) => (humanModel === undefined ? [] : [humanModel]),
    settings: dialogueSettings,
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
    options: [],
    // Its members are no choices of a run of problems: `env build` says them (lab/environments).
    settings: () => ({}),
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
    options: [],
    // Samples and what is done to them are no choices of a method: `evaluate` says them (lab/evaluation).
    settings: () => ({}),
    promptsSha256: () => null,
    answer: ({ program }) => program,
    programs: ({ program }) => (program === null ? [] : [program]),
    calls: () => [],
    place: () => '',
  },
};

/** What is taken where nothing is said: OpenCodeInterpreter's evaluation has two rounds. */
export const dialogueDefaults = {
  maxRounds: 2,
  feedback: 'execution',
  feedbackTests: 'public',
  profile: 'espalier',
  remindHours: 24,
  expireHours: 14 * 24,
} as const;

const hourMs = 60 * 60 * 1000;

function dialogueSettings(asked: AskedSettings): object {
  const usual = dialogueDefaults;
  const {
    maxRounds: rounds = usual.maxRounds,
    feedback = usual.feedback,
    feedbackTests = usual.feedbackTests,
    profile = usual.profile,
    remindHours = usual.remindHours,
    expireHours = usual.expireHours,
    ...others
  } = asked;
  const { humanModel, contextTokens, tokenBudget } = others;
  const patience = {
    remindEveryMs: Math.round(remindHours * hourMs),
    expireAfterMs: Math.round(expireHours * hourMs),
  };
  return {
    dialogue: {
      ...{ rounds, feedback, feedbackTests, profile },
      ...said({ humanModel, contextTokens, tokenBudget }),
      ...(feedback === 'person' ? { patience } : {}),
    },
  };
}

/** Without the members that nobody has said. */
function said<Members extends object>(members: Members): Partial<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Members>;
}

/** The row of a kind, for callers that serve all of them. */
export function workRow(kind: WorkKind): WorkRow<RunConfig, AttemptOutcome, CallPurpose> {
  return kindsOfWork[kind];
}

const kinds = Object.keys(kindsOfWork) as readonly WorkKind[];

/** What builds environments is asked for with sources, and what grades samples with those. */
const kindsByMethod = kinds.filter((kind) => kindsOfWork[kind].byMethod);

/** Every option of a run that not all kinds take. */
export const ownOptions: readonly OwnOption[] = kinds.flatMap((kind) => kindsOfWork[kind].options);

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
