import { z } from 'zod';

import type { KindSchemas } from '../kinds/kind-schemas';
import { kindSchemas } from '../kinds/schema-table';
import { visibleTestRules } from '../names/visible-test-rules';
import { Grading } from './grading';
import { AssuranceLevel, BoxLimits } from './verdict';

/** `none`: no model is asked. Only for kinds of work that can do without. */
export const modelKinds = ['simulated', 'recorded', 'endpoint', 'none'] as const;
export type ModelKind = (typeof modelKinds)[number];

/** What the recorded bank is, for tables and run.json (rules 3). */
export const BankDescription = z.strictObject({
  /** Base names of the files, in order. */
  files: z.array(z.string()),
  sha256: z.string(),
  sourceModels: z.array(z.string()),
  /** Methods whose rows come from testing and repair (Reflexion, MapCoder). */
  selfRepairingMethods: z.array(z.string()),
  problems: z.int().nonnegative(),
  distinctPrograms: z.strictObject({ min: z.int(), median: z.number(), max: z.int() }),
  /** Problems whose programs are patches, and those of them with recorded localisations. Absent: there are none. */
  patches: z.strictObject({ problems: z.int().positive(), located: z.int() }).optional(),
});
export type BankDescription = z.infer<typeof BankDescription>;

export const ModelConfig = z.strictObject({
  kind: z.enum(modelKinds),
  /** What `--model` said for an endpoint; `simulated` or `recorded` otherwise. */
  name: z.string().min(1),
  /** First part of the identity of every request (rules 2): never a port of ours, a credential or a latency. */
  logicalEndpoint: z.string().min(1),
  thinkerModel: z.string().min(1).optional(),
  criticModel: z.string().min(1).optional(),
  bank: BankDescription.optional(),
  /** Of the simulated and recorded critic. 0.5 is a coin, 1 an oracle. */
  criticAccuracy: z.number().min(0).max(1).optional(),
  competence: z.number().min(0).max(1).optional(),
  bankModel: z.string().optional(),
  /** Chats with the simulated model: its script. */
  scriptSha256: z.string().length(64).optional(),
});
export type ModelConfig = z.infer<typeof ModelConfig>;

/** The result of `--visible-tests`. */
export const VisibleTests = z.strictObject({
  from: z.enum([...visibleTestRules, 'file']),
  /** Number of problems of the run without visible tests. */
  without: z.int().nonnegative(),
  /** Of a file: its name, the sha256 of its bytes, and how many problems it does not name, which keep their own (absent: none).
   * Absent: of before it was kept. */
  file: z
    .strictObject({
      name: z.string(),
      sha256: z.string().length(64),
      unnamed: z.int().positive().optional(),
    })
    .optional(),
});
export type VisibleTests = z.infer<typeof VisibleTests>;

/** Versions of this program that decide results beside the configuration. Absent: from before they were recorded. */
export const RunVersions = z.strictObject({
  /** sha256 of the prompts of its models. Absent: no model is asked. */
  prompts: z.string().length(64).optional(),
  /** Version of the extraction of programs from replies. */
  extraction: z.int().positive(),
  grading: z.int().positive(),
});
export type RunVersions = z.infer<typeof RunVersions>;

/** The configuration of every kind of work. */
const commonMembers = {
  dataset: z.strictObject({
    name: z.string(),
    sha256: z.string(),
    /** Without visible tests: equal hashes mean equal problems and judging tests. Absent: before it was kept, or no rows. */
    judgedSha256: z.string().length(64).optional(),
    /** The tests that were shown. Absent: a run from before this was recorded, or another kind of task. */
    visibleTests: VisibleTests.optional(),
    /** Its problems are patches. Absent: another kind of task. */
    tasks: z.literal('patch').optional(),
  }),
  /** Ids in the order of work (data-set order; of patches, the most tests first), after --problems, --limit and --skip-missing. */
  problems: z.array(z.string()).min(1),
  /** The method. It determines the kind of work. */
  method: z.string().min(1),
  model: ModelConfig,
  seed: z.int().nonnegative().default(0),
  /** Attempts of each problem. For samples of an evaluation: the highest number of a problem. */
  samples: z.int().min(1).default(1),
  /** Overrides the temperature of the method for programs. */
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.int().positive().optional(),
  limits: z.strictObject({ visible: BoxLimits, hidden: BoxLimits }),
  /** The least level. A problem whose reference passes only below it is refused, unless its adapter requests that level. */
  assurance: AssuranceLevel,
  /** Levels that a person set for these problems, by id, whatever their references show. */
  assuranceOf: z.record(z.string(), AssuranceLevel).optional(),
  /** Absent: `strict`, our own way; so runs from before there was another one keep their ids. */
  grading: Grading.optional(),
  /** Whether problems whose reference fails the hidden tests are scored. Absent: not with `strict`. */
  scoreBadReferences: z.boolean().optional(),
  reuse: z.boolean().default(true),
  regrade: z.boolean().default(false),
  versions: RunVersions.optional(),
  /** `--fresh NAME`: the same configuration, a new run. */
  fresh: z.string().optional(),
};

/** One schema for the configurations of every kind, and so on: the table of kinds names the members of each union. */
type ConfigOf<Schemas extends KindSchemas> = z.ZodObject<
  typeof commonMembers & Schemas['config'],
  z.core.$strict
>;
type Configs<Table extends readonly KindSchemas[]> = {
  [Place in keyof Table]: ConfigOf<Table[Place]>;
};
/** The schemas of the kinds that have one under this name. */
type Named<Table, Name extends string> = Table extends readonly [infer First, ...infer Others]
  ? First extends { readonly [Member in Name]: infer Schema extends z.ZodObject }
    ? [Schema, ...Named<Others, Name>]
    : Named<Others, Name>
  : [];

function named<Name extends 'outcome' | 'purpose' | 'steering'>(
  name: Name,
): Named<typeof kindSchemas, Name> {
  const schemas = kindSchemas.flatMap((one) => one[name] ?? []);
  return schemas as unknown as Named<typeof kindSchemas, Name>;
}

const configs = kindSchemas.map(({ config }) => z.strictObject({ ...commonMembers, ...config }));

/** Everything that decides the results of a run. Its hash names the run. Concurrency is not part of it. */
export const RunConfig = searchUnlessSaid(
  z.discriminatedUnion('kind', configs as unknown as Configs<typeof kindSchemas>),
);
export type RunConfig = z.infer<typeof RunConfig>;

/** Outcome of an attempt. Status and verdict are the same for every kind and are stored beside it. */
export const AttemptOutcome = searchUnlessSaid(z.discriminatedUnion('kind', named('outcome')));
export type AttemptOutcome = z.infer<typeof AttemptOutcome>;

/** Purpose of a model call. Its members are not strict, because it is read from a use or a record of a call. */
export const CallPurpose = z.discriminatedUnion('kind', named('purpose'));
export type CallPurpose = z.infer<typeof CallPurpose>;

/** An accepted update of an attempt by a person. Every kind has its place in the order of events of the attempt. */
export const AttemptSteering = searchUnlessSaid(z.discriminatedUnion('kind', named('steering')));
export type AttemptSteering = z.infer<typeof AttemptSteering>;

export type WorkKind = RunConfig['kind'];

/** Stored before there were kinds, or without a kind: a search. */
function searchUnlessSaid<Union extends z.ZodType>(union: Union) {
  const said = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !('kind' in value)
      ? { ...value, kind: 'search' }
      : value;
  return z.preprocess(said, union);
}

export const runStatuses = ['running', 'paused', 'completed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const attemptStatuses = ['running', 'completed', 'unscored', 'cancelled'] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];
