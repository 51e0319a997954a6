import { z } from 'zod';

import { UsageError } from '../core/errors/errors';
import { flagName } from '../lab/planning/flag-name';
import { bareSchema, rangeOf } from '../lab/planning/request-members';
import { levelsFlag } from './levels-flag';
import { listFlag } from './list-flag';
import { numbersFlag } from './numbers-flag';
import { readNumber } from './parse-number';

/**
 * A request as it was typed.
 * @param help of the command: `run start --help`
 * @throws UsageError naming the flag, its value and what it may be
 */
export function readFlags<Schema extends z.ZodObject>(
  schema: Schema,
  raw: Readonly<Record<string, unknown>>,
  help: string,
): z.output<Schema> {
  const typed = Object.entries(schema.shape).filter(([key]) => raw[key] !== undefined);
  const parsed = schema.safeParse(
    Object.fromEntries(typed.map(([key, member]) => [key, valueOf(member as z.ZodType, raw[key])])),
  );
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = String(issue?.path[0] ?? '');
  throw new UsageError(
    `${flagName(key)} ${JSON.stringify(raw[key] ?? '')} ${issue?.message ?? 'cannot be used'}`,
    `\`espalier ${help}\` lists the flags and their values`,
    { code: 'BAD_FLAG' },
  );
}

/** The value of a text, by the member's schema. A text that is not a number in the range stays, for the schema to refuse. */
function valueOf(member: z.ZodType, typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  const schema = bareSchema(member);
  const range = rangeOf(schema);
  if (range !== undefined) return readNumber(typed, range) ?? typed;
  if (schema instanceof z.ZodRecord) return levelsFlag(typed);
  if (!(schema instanceof z.ZodArray)) return typed;
  const ofElements = rangeOf(schema.element as z.ZodType);
  return ofElements === undefined ? listFlag(typed) : numbersFlag(ofElements)(typed);
}
