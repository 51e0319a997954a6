import type { z } from 'zod';

import { BankLine } from './bank-row';
import { LocationLine, PatchLine, asBankLine } from './patch-line';

/** A line as it was read, or what is wrong with it. */
export type ReadBankLine =
  | {
      readonly kind: 'line';
      readonly line: BankLine;
      /** The member that names its problem. */
      readonly named: 'task_id' | 'instance_id';
    }
  | { readonly kind: 'location'; readonly location: LocationLine }
  | {
      readonly kind: 'malformed';
      /** null: it is not JSON at all. */
      readonly field: string | null;
      readonly why: string;
      readonly cause: unknown;
    };

export function readBankLine(text: string): ReadBankLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const why = `not JSON (${cause instanceof Error ? cause.message : ''})`;
    return { kind: 'malformed', field: null, why, cause };
  }
  switch (formOf(value)) {
    case 'patch': {
      const read = PatchLine.safeParse(value);
      return read.success
        ? { kind: 'line', line: asBankLine(read.data), named: 'instance_id' }
        : malformedBy(read.error);
    }
    case 'location': {
      const read = LocationLine.safeParse(value);
      return read.success ? { kind: 'location', location: read.data } : malformedBy(read.error);
    }
    case 'program': {
      const read = BankLine.safeParse(value);
      return read.success
        ? { kind: 'line', line: read.data, named: 'task_id' }
        : malformedBy(read.error);
    }
  }
}

/** Rows about instances of SWE-bench name them by `instance_id`. */
function formOf(value: unknown): 'patch' | 'location' | 'program' {
  if (typeof value !== 'object' || value === null || !('instance_id' in value)) return 'program';
  return 'patch' in value || !('files' in value) ? 'patch' : 'location';
}

function malformedBy(error: z.ZodError): ReadBankLine {
  const issue = error.issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'row' : issue.path.join('.');
  return { kind: 'malformed', field, why: issue?.message ?? 'invalid', cause: error };
}
