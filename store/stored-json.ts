import type { ZodType } from 'zod';

import { canonicalJson, type JsonValue } from '../core/values/canonical-json';
import { RecordUnreadableError } from './errors';

/** The text of a JSON column. `object`: our own types carry no index signature, but hold JSON values only. */
export function toStoredJson(value: object): string {
  return canonicalJson(value as JsonValue);
}

/** Checked on its way in. `what` names the row. @throws RecordUnreadableError */
export function parseStored<T>(schema: ZodType<T>, json: string, what: string): T {
  return checkStored(schema, parseJson(json, what), what);
}

/** @throws RecordUnreadableError */
export function checkStored<T>(schema: ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const at = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new RecordUnreadableError(what, {
    finding: `${issue?.message ?? 'invalid'}${at}`,
    cause: parsed.error,
  });
}

/** @throws RecordUnreadableError */
export function parseJson(json: string, what: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (cause) {
    throw new RecordUnreadableError(what, { finding: 'it is not JSON', cause });
  }
}
