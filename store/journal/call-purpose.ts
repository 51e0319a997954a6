import type { CallUse } from '../../core/ports/journal';
import { CallPurpose } from '../../core/schemas/run';
import { parseStored, toStoredJson } from '../stored-json';

/** The `node` column: the node of a search; what a call of another kind of work was used for, as JSON. */
export function purposeColumn(use: CallUse): string {
  if (use.kind === 'search') return use.node;
  // The rest has columns of its own.
  const { run, problem, sample, context, repair, ...purpose } = use as CallUse;
  return toStoredJson(purpose);
}

/** @throws RecordUnreadableError */
export function readPurpose(column: string, what: string): CallPurpose {
  return column.startsWith('{')
    ? parseStored(CallPurpose, column, `use of ${what}`)
    : { kind: 'search', node: column };
}
