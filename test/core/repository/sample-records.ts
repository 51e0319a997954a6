import type { CaseRecord } from '../../../core/python-values/case-record';
import type { Tree } from '../../../core/python-values/python-value';

export function recordOf(name: string, changes: Partial<CaseRecord>): CaseRecord {
  return { case: name, calls: [], observations: [], end: { kind: 'finished' }, ...changes };
}

/** A case that calls once. */
export function valueOf(name: string, value: Tree): CaseRecord {
  return recordOf(name, { calls: [{ outcome: { value }, arguments: [] }] });
}
