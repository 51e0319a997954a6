import type { CaseRecord } from './case-record';
import { someTreePart } from './walk-tree';

/** Whether a case of the original can be graded by: it ended of itself, and says something that all can be compared with. */
export function isComparable(record: CaseRecord): boolean {
  if (record.end.kind !== 'finished' && record.end.kind !== 'raised') return false;
  return saysSomething(record) && !hasOpaque(record);
}

function saysSomething({ calls, observations }: CaseRecord): boolean {
  return calls.length + observations.length > 0;
}

function hasOpaque(record: CaseRecord): boolean {
  return treesOf(record).some((tree) => someTreePart(tree, ({ kind }) => kind === 'opaque'));
}

/** Every tree of a record that is compared by value. */
export function treesOf({ calls, observations, end }: CaseRecord): readonly unknown[] {
  const ofCalls = calls.flatMap(({ outcome, arguments: changed }) => [
    'value' in outcome ? outcome.value : (outcome.raises.args ?? null),
    ...changed.map(({ after }) => after),
  ]);
  return [...ofCalls, ...observations, end.error?.args ?? null];
}
