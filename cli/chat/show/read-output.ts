import type { OutputPart } from '../../../core/adapters/session';
import { BlockOutput } from '../../../core/schemas/block-output';

/** What a block wrote, as it is stored. @throws when it is nothing of the kind */
export function readOutput(stored: string): readonly OutputPart[] {
  return BlockOutput.parse(JSON.parse(stored));
}

/** One part, as it comes while the block runs; null for what is none. */
export function readPart(live: string): OutputPart | null {
  try {
    return BlockOutput.element.parse(JSON.parse(live));
  } catch {
    return null;
  }
}
