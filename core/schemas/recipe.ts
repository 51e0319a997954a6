import { z } from 'zod';

import { batchStages } from '../names/batch-stages';
import { filterRules } from '../names/dataset-methods';

const Name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, 'must be lower-case letters, digits, `.`, `_` or `-`');

const Rows = z.int().min(1);

/** Which column of a row holds which part. `query` may join several columns with a blank line. */
export const FieldMapping = z.strictObject({
  query: z.union([z.string(), z.array(z.string()).min(1)]),
  answer: z.string().optional(),
  lang: z.string().optional(),
  licence: z.string().optional(),
});
export type FieldMapping = z.infer<typeof FieldMapping>;

const sourceMembers = z.strictObject({
  name: Name,
  /** Path, relative to the recipe. */
  file: z.string().min(1).optional(),
  /** In place of a file: a run of refinement, search or a data set that has ended. Its rows are dialogues. */
  run: z.string().min(1).optional(),
  /** Which attempts of a run of refinement or search. Absent: those that passed the hidden tests. */
  attempts: z.enum(['solved', 'all']).optional(),
  /** In place of a file: a chat. */
  chat: z.string().min(1).optional(),
  /** Everybody who wrote in the chat agreed that it becomes training data. */
  consent: z.literal(true).optional(),
  /** Name of a form. Absent: recognised by its columns. */
  form: z.string().optional(),
  /** For a file of no known form. */
  fields: FieldMapping.optional(),
  /** Table with tags and similar problems of a problem set, by slug. */
  questions: z.string().min(1).optional(),
  /** Licence of rows that state none. Absent: unknown. */
  licence: z.string().min(1).optional(),
  /** Reads only so many rows from the beginning. */
  limit: Rows.optional(),
});

/** Members that mean something only for a source of this origin. */
const ownMembers = {
  file: ['form', 'fields', 'questions', 'limit'],
  run: ['attempts', 'limit'],
  chat: ['consent'],
} as const;

export const RecipeSource = sourceMembers.superRefine((source, context) => {
  const { chat, consent, fields, form, questions } = source;
  const refuse = (message: string): void => {
    context.addIssue({ code: 'custom', message });
  };
  const origins = (['file', 'run', 'chat'] as const).filter((one) => source[one] !== undefined);
  const [origin] = origins;
  if (origin === undefined || origins.length !== 1) {
    refuse('must have exactly one of `file`, `run` and `chat`');
    return;
  }
  const own: readonly string[] = ownMembers[origin];
  for (const member of Object.values(ownMembers).flat()) {
    if (source[member] === undefined || own.includes(member)) continue;
    refuse(`\`${member}\` means nothing for a source with \`${origin}\`: leave it out`);
  }
  if (chat !== undefined && consent !== true) {
    refuse('a chat needs `consent: true`: everybody who wrote in it agreed');
  }
  if (form !== undefined && fields !== undefined) {
    refuse('has `form` and `fields`, which both name the columns: leave one out');
  }
  if (questions !== undefined && fields !== undefined) {
    refuse('`questions` means nothing with `fields`, whose rows have no slug: leave one out');
  }
});
export type RecipeSource = z.infer<typeof RecipeSource>;

/** Number of source rows that a method takes at most. Absent: its share of the rows that are left. */
const Quota = z.strictObject({ rows: Rows.optional() });

const gateMembers = z.strictObject({
  /** Names of gates that are not asked. */
  off: z.array(z.string()).default([]),
  /** Languages to keep, in lower case. Empty: all. */
  languages: z.array(z.string()).default([]),
  minChars: z.int().nonnegative().default(20),
  maxChars: z.int().positive().default(60_000),
  /** Licences that are refused, as the rows write them. `unknown`: rows that state none. */
  refusedLicences: z.array(z.string()).default([]),
  /** Benchmark files whose problems must not occur, relative to the recipe, beside those of `contaminationSets`. */
  contaminationFiles: z.array(z.string()).default([]),
  /** Data sets by name (`dataset list`) whose problems must not occur. */
  contaminationSets: z.array(z.string()).default(['humaneval', 'mbpp']),
});

export const RecipeGates = gateMembers.refine(
  ({ minChars, maxChars }) => minChars <= maxChars,
  '`minChars` is above `maxChars`, so no dialogue would pass: exchange them',
);
export type RecipeGates = z.infer<typeof RecipeGates>;

/** What `dataset build` makes. Its hash is part of the identity of the run. */
export const Recipe = z.strictObject({
  name: Name,
  seed: z.int().nonnegative().default(0),
  sources: z.array(RecipeSource).min(1),
  filter: z
    .strictObject({
      combine: z.enum(filterRules).default('and'),
      minRating: z.int().min(1).max(5).default(4),
      includeAnswer: z.boolean().default(false),
    })
    .default({ combine: 'and', minRating: 4, includeAnswer: false }),
  methods: z.strictObject({
    /** A packed dialogue takes three rows at least. */
    pack: z.strictObject({ rows: z.int().min(3).optional() }).optional(),
    simulate: Quota.extend({
      /** Most executions before the feedback of the simulated person. */
      maxExecutions: z.int().min(1).max(10).default(3),
      feedbackRounds: z.int().min(0).max(5).default(1),
    }).optional(),
    /** Executions with that of the planted error. */
    correct: Quota.extend({ maxExecutions: z.int().min(2).max(10).default(3) }).optional(),
    similar: Quota.optional(),
    'follow-up': Quota.optional(),
    keep: Quota.optional(),
  }),
  /** Names of models at the endpoint of the run. Absent: the model of the run. */
  models: z
    .strictObject({
      judge: z.string().min(1).optional(),
      weak: z.string().min(1).optional(),
      strong: z.string().min(1).optional(),
      /** An embedding model (`/v1/embeddings`), for `pack`. Absent: vectors of words, without a model. */
      embedder: z.string().min(1).optional(),
    })
    .default({}),
  budgets: z
    .strictObject({
      /** Most model calls of a row, with ratings and repeated requests. Answers that are read back count, too. */
      callsPerRow: z.int().min(1).optional(),
    })
    .optional(),
  /** Calls that go through the batch API of the endpoint. Absent: none. */
  batch: z
    .strictObject({
      stages: z.array(z.enum(batchStages)).min(1),
      /** Source rows whose requests are collected. */
      rows: z.int().min(1).max(10_000).default(1000),
    })
    .optional(),
  gates: RecipeGates.prefault({}),
  output: z
    .strictObject({
      /** Share of source groups whose dialogues are test data. */
      testShare: z.number().min(0).max(0.5).default(0.02),
      licence: z.string().min(1).optional(),
    })
    .default({ testShare: 0.02 }),
});
export type Recipe = z.infer<typeof Recipe>;
