import type { CaseRecord } from '../../../core/repository/trees/case-record';
import type { Tree } from '../../../core/repository/trees/tree';

export function recordOf(name: string, changes: Partial<CaseRecord>): CaseRecord {
  return { case: name, calls: [], observations: [], end: { kind: 'finished' }, ...changes };
}

/** A case that calls once. */
export function valueOf(name: string, value: Tree): CaseRecord {
  return recordOf(name, { calls: [{ outcome: { value }, arguments: [] }] });
}
