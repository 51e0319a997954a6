import type { BlockEnd } from '../../core/schemas/dialogue';

/** What a reader is told of how a block ended, where its output does not say it. */
export const endWords: Readonly<Record<BlockEnd, readonly string[]>> = {
  finished: [],
  raised: [],
  interrupted: ['It took too long and was interrupted.'],
  lost: ['Its process ended, and everything that the session held is gone.'],
  'input-refused': ['It was not run: it asks for input.'],
};
