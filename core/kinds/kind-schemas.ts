import type { z } from 'zod';

/**
 * The stored parts of a kind of work, each with the member `kind`. The schemas of `core/schemas/run.ts` are unions of them. null: the kind
 * has no such part.
 */
export interface KindSchemas {
  /** Members of the configuration of a run in addition to the members of every kind. */
  readonly config: { readonly [member: string]: z.ZodType };
  readonly outcome: z.ZodObject;
  /** Purpose of a model call. null: the kind asks no model. */
  readonly purpose: z.ZodObject | null;
  /** Steering of an attempt by a person. null: there is none, or the kind stores it elsewhere. */
  readonly steering: z.ZodObject | null;
}
