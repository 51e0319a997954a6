import { z } from 'zod';

/** A turn of a stored dialogue. No system or tool turn is stored (OpenCodeInterpreter, section 2). */
export const DialogueTurn = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
});
export type DialogueTurn = z.infer<typeof DialogueTurn>;

/** A programming problem with reference solutions and tests (LeetCode). */
export const SourceProblem = z.strictObject({
  slug: z.string(),
  title: z.string(),
  difficulty: z.string(),
  tags: z.array(z.string()),
  /** Slugs of problems that the source calls similar. */
  similar: z.array(z.string()),
  /** Code that solutions need before them: imports and helper classes. */
  setup: z.string(),
  /** Reference solutions, byte by byte as the source has them. */
  solutions: z.array(z.string()).min(1),
  /** Python that defines `check(candidate)`. */
  tests: z.string(),
  /** Expression that `check` gets. */
  entryPoint: z.string(),
});
export type SourceProblem = z.infer<typeof SourceProblem>;

/** Two answers to the query of a row: a right one and a wrong one. */
export const Preference = z.strictObject({
  chosen: z.string().min(1),
  rejected: z.string().min(1),
});
export type Preference = z.infer<typeof Preference>;

/** A row of a source in the one form of all sources (spec: the published filtered instructions). */
export const SourceRow = z.strictObject({
  /** `<source>/<number of the row in its file, from 0>`. */
  id: z.string().min(1),
  /** Name of the source in the recipe. */
  source: z.string().min(1),
  query: z.string().min(1),
  answer: z.string(),
  /** Of the answer's first code block, or as the row says, in lower case. Empty: unknown. */
  lang: z.string(),
  /** SPDX id or words. null: the source says none. */
  licence: z.string().nullable(),
  /** Only rows of problem sets. */
  problem: SourceProblem.optional(),
  /** Only rows that are dialogues already: they begin with the user and end with the assistant. */
  turns: z.array(DialogueTurn).optional(),
  /** Only rows of own runs that have a right and a wrong program for the same problem. */
  preference: Preference.optional(),
});
export type SourceRow = z.infer<typeof SourceRow>;
