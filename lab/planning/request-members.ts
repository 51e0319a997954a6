import { z } from 'zod';

import { assuranceLevels } from '../../core/schemas/verdict';
import { mostAtATime } from '../../core/work/most-at-a-time';
import { inRange, rangeText } from './number-range';
import type { NumberRange } from './number-range';

/** Members of requests. An error message follows the member's name and its value. */
export const numberIn = (range: NumberRange): z.ZodNumber => {
  const error = `must be ${rangeText(range)}`;
  return z
    .number({ error })
    .refine((given) => inRange(given, range), { error })
    .meta({ range });
};

/** A member's schema without its default and without `optional()`. */
export function bareSchema(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly;
  return isWrapped ? bareSchema(schema.unwrap() as z.ZodType) : schema;
}

/** The range of a member made by `numberIn`. */
export function rangeOf(schema: z.ZodType): NumberRange | undefined {
  return bareSchema(schema).meta()?.['range'] as NumberRange | undefined;
}

/** How many problems, repositories or pages are worked on at the same time. */
export const atATime = numberIn({ least: 1, most: mostAtATime, whole: true });

export const name = z.string({ error: 'must be a text' }).trim().min(1, 'is empty');

export const oneOf = <const Word extends string>(
  words: readonly [Word, ...Word[]],
): z.ZodEnum<{ [Name in Word]: Name }> =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` });

/** The assurance level of single problems, by id. */
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
