import { z } from 'zod';

import { assuranceLevels, BoxLimits } from './verdict';

export const modelKinds = ['simulated', 'recorded', 'endpoint'] as const;
export type ModelKind = (typeof modelKinds)[number];

/** What the recorded bank is, for tables and run.json (rules 3). */
export const BankDescription = z.strictObject({
  /** Base names of the files, in order. */
  files: z.array(z.string()),
  sha256: z.string(),
  sourceModels: z.array(z.string()),
  /** Methods whose rows were made by testing and repairing inside (Reflexion, MapCoder). */
  selfRepairingMethods: z.array(z.string()),
  problems: z.int().nonnegative(),
  distinctPrograms: z.strictObject({ min: z.int(), median: z.number(), max: z.int() }),
});
export type BankDescription = z.infer<typeof BankDescription>;

export const ModelConfig = z.strictObject({
  kind: z.enum(modelKinds),
  /** What `--model` said for an endpoint; `simulated` or `recorded` otherwise. */
  name: z.string().min(1),
  /** First part of every request's identity (rules 2): never a port of ours, a credential or a latency. */
  logicalEndpoint: z.string().min(1),
  thinkerModel: z.string().min(1).optional(),
  criticModel: z.string().min(1).optional(),
  bank: BankDescription.optional(),
  /** Of the simulated and recorded critic. 0.5 is a coin, 1 an oracle. */
  criticAccuracy: z.number().min(0).max(1).optional(),
  competence: z.number().min(0).max(1).optional(),
  bankModel: z.string().optional(),
});
export type ModelConfig = z.infer<typeof ModelConfig>;

export const SearchConfig = z.strictObject({
  maxDepth: z.int().min(1).default(3),
  /** Most strategies, and most reflections per node. */
  width: z.int().min(1).max(100).default(10),
});
export type SearchConfig = z.infer<typeof SearchConfig>;

/** Everything that decides what a run's results are. Its hash names the run; concurrency is not in it. */
export const RunConfig = z.strictObject({
  dataset: z.strictObject({ name: z.string(), sha256: z.string() }),
  /** Ids in data-set order: the selection by --problems, --limit and --skip-missing already made. */
  problems: z.array(z.string()).min(1),
  method: z.string().min(1),
  model: ModelConfig,
  /** Generated programs per problem. */
  budget: z.int().min(1).default(20),
  seed: z.int().nonnegative().default(0),
  samples: z.int().min(1).default(1),
  /** Overrides the method's own temperature for Solver and Debugger. */
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.int().positive().optional(),
  search: SearchConfig,
  limits: z.strictObject({ visible: BoxLimits, hidden: BoxLimits }),
  /** Of every verdict but those of problems whose adapter asks for another. */
  assurance: z.enum(assuranceLevels),
  reuse: z.boolean().default(true),
  regrade: z.boolean().default(false),
  /** `--fresh NAME`: the same configuration, a new run. */
  fresh: z.string().optional(),
});
export type RunConfig = z.infer<typeof RunConfig>;

export const runStatuses = ['running', 'paused', 'completed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const attemptStatuses = ['running', 'completed', 'unscored', 'cancelled'] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** Why a search ended. */
export const finishReasonsOfSearch = [
  'accepted',
  'solved-visible',
  'budget-exhausted',
  'frontier-empty',
  'steered-accept',
  'cancelled',
] as const;
export type SearchFinish = (typeof finishReasonsOfSearch)[number];
