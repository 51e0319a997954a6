import { z } from 'zod';

/** A piece of a file that a definition needs, and why (job `slice_definition`). `needs` are places in the list by priority */
export const SliceFragment = z.object({
  path: z.string().min(1),
  /** Bytes of the file; `end` is behind the last. */
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** From 1, both included. */
  lines: z.object({ first: z.int().positive(), last: z.int().positive() }),
  kind: z.enum([
    ...(['root', 'definition', 'member', 'class', 'block', 'signature', 'constant'] as const),
    ...(['import', 'statement'] as const),
  ]),
  /** Id of the definition, or the name, that it is a part of. */
  symbol: z.string(),
  /** What led to it: from where, how, and in which line there. */
  reason: z.object({
    by: z.string().nullable(),
    edge: z.string(),
    line: z.int().positive().nullable(),
  }),
  /** Edges away from the definition. */
  distance: z.int().nonnegative(),
  needs: z.array(z.int().nonnegative()),
  /** Its block is cut apart or left out, and ends at this byte. */
  opens: z.boolean(),
  blockEnd: z.int().nonnegative(),
  /** White space in front of its first line, and of the lines of its block. */
  indent: z.string(),
  inner: z.string(),
  text: z.string(),
});
export type SliceFragment = z.infer<typeof SliceFragment>;
