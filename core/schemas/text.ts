import { z } from 'zod';

/** A text kept in the store; histories and trees carry its hash and a short beginning. */
export const TextRef = z.strictObject({
  sha256: z.string().length(64),
  /** At most 200 characters, one line, control characters removed. */
  excerpt: z.string().max(200),
});
export type TextRef = z.infer<typeof TextRef>;
