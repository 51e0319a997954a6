import { z } from 'zod';

import { datasetMethods, errorClasses } from '../../names/dataset-methods';
import { agentRoles } from '../../names/roles';
import { blockEnds } from '../../schemas/dialogue';
import { CallRef } from '../../schemas/model';
import { Recipe } from '../../schemas/recipe';
import { Sha256 } from '../../schemas/sha256';
import { SourceRow } from '../../schemas/source-row';
import { TextRef } from '../../schemas/text';

const Count = z.int().nonnegative();

/** The part of the configuration of a run that makes a data set. */
export const datasetMembers = {
  kind: z.literal('dataset'),
  build: z.strictObject({
    recipe: Recipe,
    /** sha256 of the stored `RowPages`. */
    pages: Sha256,
    /** Positions of rows that need no model and no execution: from the first (included) to the last (excluded). One item is all of them. */
    atOnce: z.array(z.tuple([Count, Count])).optional(),
    /** sha256 of the stored `ContaminationTexts`. null: nothing is compared. */
    benchmarks: Sha256.nullable(),
    /** Rows of each source after each stage before the first call, in order. */
    ingested: z.record(
      z.string(),
      z.strictObject({
        read: Count,
        unreadable: Count,
        repeated: Count,
        /** Not taken by a method. */
        unplanned: Count,
        planned: Count,
        sha256: Sha256,
        licence: z.string().nullable(),
      }),
    ),
  }),
};

/** A source row with what is to be made of it. It is stored; an item of the run is one of them. */
export const PlannedRow = z.strictObject({
  row: SourceRow,
  method: z.enum(datasetMethods),
  /** Other rows of the dialogue, in its order after this one (`similar`). */
  partners: z.array(SourceRow),
  /** Only `correct`. */
  errorClass: z.enum(errorClasses).nullable(),
});
export type PlannedRow = z.infer<typeof PlannedRow>;

/** A page of the planned rows, in the order of the run. */
export const RowPage = z.array(PlannedRow);
export type RowPage = z.infer<typeof RowPage>;

/** sha256 of each stored `RowPage`, in order, with the number of its rows if it is not the usual one. The last page may have fewer rows. */
export const RowPages = z
  .array(z.union([Sha256, z.strictObject({ page: Sha256, rows: z.int().min(1) })]))
  .min(1);
export type RowPages = z.infer<typeof RowPages>;

/** A finished step of an item. Steps are numbered from 0 by their place. */
export const RowStep = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('asked'),
    speaker: z.enum(agentRoles),
    reply: TextRef,
    /** sha256 of the last block of code in the reply. null: it has none. */
    program: Sha256.nullable(),
    /** What was read out of the reply: a rating, a category. null: nothing is read, or it could not be. */
    value: z.string().nullable(),
    /** The reply ends at the limit of tokens. Absent: it does not. */
    cutOff: z.literal(true).optional(),
    /** The reply could not be read, even after further requests. */
    unread: z.boolean(),
    model: z.string(),
    tokens: Count,
    calls: z.array(CallRef),
  }),
  z.strictObject({
    kind: z.literal('ran'),
    program: Sha256,
    /** `interrupted`: it took too long, whether it could be interrupted or had to be killed. */
    end: z.enum(blockEnds),
    /** sha256 of the stored `BlockOutput`. */
    output: Sha256,
    /** Words for the next speaker, the same whenever the program ends in the same way. */
    words: TextRef,
  }),
  z.strictObject({
    kind: z.literal('tested'),
    program: Sha256,
    passed: z.boolean(),
    words: TextRef,
  }),
]);
export type RowStep = z.infer<typeof RowStep>;

/** Why an item gave no dialogue, or `written`. */
export const rowEnds = [
  'written',
  /** Rated below the least rating. */
  'filtered',
  /** The rating could not be read. */
  'unrated',
  /** Waits for its neighbours: packing happens at the export. */
  'to-pack',
  /** The embedding model gave no vector, for example because the instruction is too long for it. */
  'no-vector',
  'no-code',
  /** A reply was withheld by a filter, or the dialogue is too long for the model. */
  'no-reply',
  /** Only in earlier records: feedback that cannot be read no longer ends a row. */
  'feedback-unread',
  /** The planted error did not fail. */
  'error-did-not-fail',
  /** The reply with the planted error says that it has one. */
  'mistake-revealed',
  'not-corrected',
  'solution-fails',
  'introduction-unread',
  /** Its model calls came to `budgets.callsPerRow` of the recipe. */
  'over-budget',
  'rejected',
] as const;
export type RowEnd = (typeof rowEnds)[number];

/** A gate that a dialogue did not pass. */
export const GateFinding = z.strictObject({ gate: z.string(), why: z.string() });
export type GateFinding = z.infer<typeof GateFinding>;

export const DatasetOutcome = z.strictObject({
  kind: z.literal('dataset'),
  /** null: it did not end normally. */
  end: z.enum(rowEnds).nullable(),
  method: z.enum(datasetMethods).nullable(),
  steps: z.array(RowStep),
  /** sha256 of the stored turns of the dialogue (`DialogueTurn[]`). null: there is none. */
  dialogue: Sha256.nullable(),
  /** Gates that were not passed. With any of them the end is `rejected`. */
  findings: z.array(GateFinding),
});
export type DatasetOutcome = z.infer<typeof DatasetOutcome>;

/** The purpose of a model call of a data set. */
export const DatasetPurpose = z.object({
  kind: z.literal('dataset'),
  /** Place of the step in its item, from 0. */
  step: Count,
});

export const datasetSchemas = {
  config: datasetMembers,
  outcome: DatasetOutcome,
  purpose: DatasetPurpose,
  steering: null,
} as const;
