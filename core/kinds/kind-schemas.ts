import type { z } from 'zod';

/**
 * What is stored of a kind of work, each with the member `kind`. The schemas of `core/schemas/run.ts` are unions of these. A kind
 * is a member of the unions of all four, or says null where it has nothing.
 */
export interface KindSchemas {
  /** Members of a run's configuration beside those that every kind has. */
  readonly config: { readonly [member: string]: z.ZodType };
  /** What an attempt came to. */
  readonly outcome: z.ZodObject;
  /** What a model call was used for. null: the kind asks no model. */
  readonly purpose: z.ZodObject | null;
  /** What a person told an attempt. null: nobody can, or the kind keeps it elsewhere. */
  readonly steering: z.ZodObject | null;
}
