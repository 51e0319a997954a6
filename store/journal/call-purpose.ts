import type { CallUse } from '../../core/adapters/journal';
import { CallPurpose } from '../../core/schemas/run';
import { parseStored, toStoredJson } from '../stored-json';

/** The `node` column: the node of a search; what a call of another kind of work was used for, as JSON. */
export function purposeColumn(use: CallUse): string {
  return use.kind === 'search' ? use.node : toStoredJson(CallPurpose.parse(use));
}

/** @throws RecordUnreadableError */
export function readPurpose(column: string, what: string): CallPurpose {
  return column.startsWith('{')
    ? parseStored(CallPurpose, column, `use of ${what}`)
    : { kind: 'search', node: column };
}
