import { z } from 'zod';

import type { TestPair } from './paired-tests';

const given = z.unknown().refine((value): boolean => value !== undefined, 'is missing');

/** Tests as a list of pairs. */
export const TestPairs = z.array(z.object({ input: given, output: given }));

/** Tests as two lists of one length, of inputs and of outputs. */
export const TestColumns = z
  .object({ input: z.array(z.unknown()), output: z.array(z.unknown()) })
  .refine(
    ({ input, output }) => input.length === output.length,
    'has not as many outputs as inputs',
  )
  .transform(({ input, output }) => paired(input, output));

export function paired(inputs: readonly unknown[], outputs: readonly unknown[]): TestPair[] {
  return inputs.map((input, index): TestPair => ({ input, output: outputs[index] }));
}

export const noTests = 'expected at least one test';
