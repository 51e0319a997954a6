import { z } from 'zod';

import type { OutputPart } from '../../../core/ports/session';

const text = z.string();
const Part = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['stdout', 'stderr', 'value', 'table', 'error']), text }),
  z.object({ kind: z.literal('artefact'), name: text }),
  z.object({ kind: z.literal('dropped'), bytes: z.number() }),
]);
const Parts = z.union([z.array(Part), z.object({ parts: z.array(Part) })]);

/** The parts of a block's stored output. @throws when it is none */
export function readOutput(stored: string): readonly OutputPart[] {
  const read = Parts.parse(JSON.parse(stored));
  return 'parts' in read ? read.parts : read;
}

/** One part, as it comes while the block runs; null for what is none. */
export function readPart(live: string): OutputPart | null {
  try {
    return Part.parse(JSON.parse(live));
  } catch {
    return null;
  }
}
