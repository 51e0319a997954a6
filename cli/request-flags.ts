import type { z } from 'zod';

import { UsageError } from '../core/errors';
import type { NumberRange } from '../lab/planning/number-range';
import { flagName, readNumber } from './parse-number';

/** How a request's flags are read. */
export interface FlagReading {
  /** Of the members that are numbers. */
  readonly ranges: Readonly<Record<string, NumberRange>>;
  /** What the text of a member stands for, where it is neither itself nor a number. */
  readonly meanings?: Readonly<Record<string, (typed: string) => unknown>>;
  /** `run start --help`. */
  readonly help: string;
}

/** A request as it was typed. @throws UsageError naming the flag, its value and what it may be. */
export function readFlags<Schema extends z.ZodObject>(
  schema: Schema,
  raw: Readonly<Record<string, unknown>>,
  reading: FlagReading,
): z.output<Schema> {
  const typed = Object.keys(schema.shape).filter((key) => raw[key] !== undefined);
  const parsed = schema.safeParse(
    Object.fromEntries(typed.map((key) => [key, meaningOf(key, raw[key], reading)])),
  );
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = String(issue?.path[0] ?? '');
  throw new UsageError(
    `${flagName(key)} ${JSON.stringify(raw[key] ?? '')} ${issue?.message ?? 'cannot be used'}`,
    `The flags and what they take: \`espalier ${reading.help}\``,
    { code: 'BAD_FLAG' },
  );
}

/** What a text stands for. One that is no number, or none in its range, is left for the request's schema to refuse. */
function meaningOf(key: string, typed: unknown, { ranges, meanings = {} }: FlagReading): unknown {
  if (typeof typed !== 'string') return typed;
  const range = ranges[key];
  if (range !== undefined) return readNumber(typed, range) ?? typed;
  return meanings[key]?.(typed) ?? typed;
}
