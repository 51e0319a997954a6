import { z } from 'zod';

import { assuranceLevels } from '../../core/schemas/verdict';
import { inRange, rangeText } from './number-range';
import type { NumberRange } from './number-range';

/** Members of requests; what they say stands behind the member's name and its value. */
export const numberIn = (range: NumberRange): z.ZodNumber => {
  const error = `must be ${rangeText(range)}`;
  return z.number({ error }).refine((given) => inRange(given, range), { error });
};

export const name = z.string({ error: 'must be a text' }).trim().min(1, 'is empty');

export const oneOf = <const Word extends string>(
  words: readonly [Word, ...Word[]],
): z.ZodEnum<{ [Name in Word]: Name }> =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` });

/** The level of each problem that a person names, by id. */
export const levelsById = z
  .record(name, oneOf(assuranceLevels), {
    error: ({ code }) =>
      code === 'invalid_type'
        ? `must say the level of each problem: one of ${assuranceLevels.join(', ')}, by id`
        : undefined,
  })
  .readonly();

export const choice = z.boolean({ error: 'must be true or false' });

/** A name that makes a new run of the same configuration. */
export const freshName = z
  .string({ error: 'must be a text' })
  .regex(/^[a-zA-Z0-9._-]{1,40}$/, 'must be 1 to 40 letters, digits, dots, dashes and underscores');
