import type { z } from 'zod';

import { UsageError } from '../../core/errors/errors';
import { valueText } from './value-text';

interface CheckWords {
  readonly what: string;
  readonly needs: string;
  readonly see?: string;
}

/**
 * A request in which everything is said and in its range.
 * @param says what it is, what it has to have, and the page about it
 * @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be
 */
export function checkRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
  { what, needs, see = 'docs/library.md' }: CheckWords,
): z.output<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const text = issueText(parsed.error.issues[0], request, needs);
  throw new UsageError(`${what}: ${text}`, `See ${see}`, { code: 'BAD_REQUEST' });
}

function issueText(issue: z.core.$ZodIssue | undefined, request: unknown, needs: string): string {
  if (issue?.code === 'unrecognized_keys') return `there is no ${issue.keys.join(', ')}`;
  const [key] = issue?.path ?? [];
  if (key === undefined) {
    const what = request === undefined ? 'it is missing' : `it is ${valueText(request)}`;
    return `${what}, and must be an object with ${needs}`;
  }
  const given = (request as Readonly<Record<PropertyKey, unknown>>)[key];
  if (given === undefined) return `${String(key)} is missing`;
  return `${String(key)} ${valueText(given)} ${issue?.message ?? 'cannot be used'}`;
}
