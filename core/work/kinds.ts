import type { Phase } from '../search-attributes';
import type { AttemptOutcome, CallPurpose, WorkKind } from '../schemas/run';
import { methodNames as searchMethods, unknownMethod } from '../search/methods';
import { answerPrograms, noOutcome, programOf } from '../search/outcome';
import type { OfKind } from './of-kind';

/** What a run was asked for beside what every kind has. */
export interface AskedSettings {
  readonly budget: number;
}

/** All that whoever plans, starts, records and reports a run has to know of its kind. */
export interface WorkRow<Outcome extends AttemptOutcome, Purpose extends CallPurpose> {
  /** Names for `--method`. */
  readonly methods: readonly string[];
  /** Type of the workflow that one item runs as; `workflows/index.ts` exports it under this name. */
  readonly workflow: string;
  /** What it is doing when it starts, for the engine's UI. */
  readonly phase: Phase;
  /** Whether what an item answers gets a hidden verdict; without, reports say nothing of solved, pass@1 and bounds. */
  readonly scored: boolean;
  /** What a person may tell an attempt under way, beside pause and resume, which all take. */
  readonly steering: readonly string[];
  /** Of an attempt that never began. */
  readonly noOutcome: Outcome;
  /** The kind's own members of a run's configuration. */
  settings(asked: AskedSettings): object;
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
  readonly [Kind in WorkKind]: WorkRow<OfKind<AttemptOutcome, Kind>, OfKind<CallPurpose, Kind>>;
} = {
  search: {
    methods: searchMethods,
    workflow: 'solveProblem',
    phase: 'searching',
    scored: true,
    steering: ['strategy', 'abort', 'accept'],
    noOutcome,
    settings: ({ budget }) => ({ budget, search: {} }),
    answer: (outcome) => programOf(outcome, outcome.answer),
    programs: answerPrograms,
    calls: ({ rootCalls, nodes }) =>
      [...rootCalls, ...nodes.flatMap((node) => node.calls)].map(({ identity }) => identity),
    place: ({ node }) => node,
  },
};

/** The row of a kind, for callers that serve all of them. */
export function workRow(kind: WorkKind): WorkRow<AttemptOutcome, CallPurpose> {
  return kindsOfWork[kind];
}

const kinds = Object.keys(kindsOfWork) as readonly WorkKind[];

/** Every name that `--method` takes, kind by kind. */
export const methodNames: readonly string[] = kinds.flatMap((kind) => kindsOfWork[kind].methods);

/** @throws UsageError naming the known methods, when `method` is none of them. */
export function kindOfMethod(method: string): WorkKind {
  const kind = kinds.find((one) => kindsOfWork[one].methods.includes(method));
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
