import { z } from 'zod';

/** What a block of a session wrote, in order, as it is stored: `OutputPart`s (core/adapters/session.ts). */
export const BlockOutput = z.array(
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.enum(['stdout', 'stderr', 'value', 'table', 'error']),
      text: z.string(),
    }),
    z.strictObject({ kind: z.literal('artefact'), name: z.string() }),
    z.strictObject({ kind: z.literal('dropped'), bytes: z.int().nonnegative() }),
  ]),
);
export type BlockOutput = z.infer<typeof BlockOutput>;
