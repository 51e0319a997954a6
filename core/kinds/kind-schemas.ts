import type { z } from 'zod';

/** Stored parts of a kind of work, with member `kind`. `core/schemas/run.ts` unites them. null: the kind has none. */
export interface KindSchemas {
  /** Members of the configuration of a run in addition to the members of every kind. */
  readonly config: { readonly [member: string]: z.ZodType };
  readonly outcome: z.ZodObject;
  /** Purpose of a model call. null: the kind asks no model. */
  readonly purpose: z.ZodObject | null;
  /** Steering of an attempt by a person. null: there is none, or the kind stores it elsewhere. */
  readonly steering: z.ZodObject | null;
}
