import { z } from 'zod';

/** A class, function, method or global of a file. */
export const OutlineDefinition = z.strictObject({
  kind: z.enum(['class', 'function', 'method', 'global']),
  /** Qualified: `Class.method`. */
  name: z.string().min(1),
  /** Lines from 1, decorators included. */
  start: z.int().positive(),
  end: z.int().positive(),
  /** The text up to the body; of a global its first line. */
  header: z.string(),
  /** First line of the docstring. */
  doc: z.string().nullable(),
});
export type OutlineDefinition = z.infer<typeof OutlineDefinition>;

/** What a Python file defines. A file that cannot be parsed defines nothing. */
export const OutlinedFile = z.object({
  /** From the root of the repository. */
  path: z.string().min(1),
  lines: z.int().nonnegative(),
  /** As written: `a.b`, `.c`. */
  imports: z.array(z.string()),
  definitions: z.array(OutlineDefinition),
});
export type OutlinedFile = z.infer<typeof OutlinedFile>;
