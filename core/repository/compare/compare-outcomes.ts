import { caseRecordOf, sideEffects } from '../../python-values/case-record';
import type { CaseRecord, RecordedCall } from '../../python-values/case-record';
import { compareErrorFacts, errorWords } from './compare-errors';
import { compareJson } from './compare-json';
import { compareTrees } from './compare-trees';
import type { TreeDifference } from './compare-trees';
import type { Difference, Place } from './difference';
import type { ComparisonPolicy } from '../../python-values/comparison-policy';
import type { TreeError } from '../../python-values/python-value';

/**
 * The first difference of two runs of the same cases, case for case; null: all outcomes are the same. What cannot be read as
 * a record is a difference, whoever told it: nothing that a candidate's process says raises here.
 * @param expected records of the original; also decides the order
 * @param actual as a run told them
 */
export function compareOutcomes(
  expected: readonly unknown[],
  actual: readonly unknown[],
  policy: ComparisonPolicy,
): Difference | null {
  const [ours, theirs] = [byCase(expected), byCase(actual)];
  if (ours === null || theirs === null) return runDifference('malformed', null, [null, null]);
  for (const [name, record] of ours) {
    const other = theirs.get(name);
    if (other === undefined) return runDifference('case', name, ['a record', null]);
    const difference = compareCase(record, other, policy);
    if (difference !== null) return difference;
  }
  const extra = [...theirs.keys()].find((name) => !ours.has(name));
  return extra === undefined ? null : runDifference('case', extra, [null, 'a record']);
}

/** The first difference of two records of one case. */
export function compareCase(
  expected: CaseRecord,
  actual: CaseRecord,
  policy: ComparisonPolicy,
): Difference | null {
  const difference = caseDifference(expected, actual, policy);
  return difference === null ? null : { ...difference, case: expected.case };
}

function caseDifference(
  expected: CaseRecord,
  actual: CaseRecord,
  policy: ComparisonPolicy,
): TreeDifference | null {
  // Calls first: what a function gives says more than how the case ended because of it.
  const shared = Math.min(expected.calls.length, actual.calls.length);
  for (let at = 0; at < shared; at += 1) {
    const [ours, theirs] = [expected.calls[at], actual.calls[at]];
    if (ours === undefined || theirs === undefined) continue;
    const place = rootPlace(expected.calls.length === 1 ? 'the call' : `call ${String(at + 1)}`);
    const difference = compareCalls(ours, theirs, policy, place);
    if (difference !== null) return difference;
  }
  return (
    comparedEnds(expected, actual, policy) ??
    comparedCounts('calls', expected.calls, actual.calls) ??
    comparedObservations(expected, actual, policy) ??
    comparedEffects(expected, actual)
  );
}

function compareCalls(
  expected: RecordedCall,
  actual: RecordedCall,
  policy: ComparisonPolicy,
  place: Place,
): TreeDifference | null {
  const [ours, theirs] = [expected.outcome, actual.outcome];
  const result = { outer: place, step: ': result' };
  const raised = { outer: place, step: ': exception' };
  const values =
    'raises' in ours
      ? 'raises' in theirs
        ? compareErrors(ours.raises, theirs.raises, policy, raised)
        : notAlike(place, `it raises ${errorWords(ours.raises)}`, 'it returns')
      : 'raises' in theirs
        ? notAlike(place, 'it returns', `it raises ${errorWords(theirs.raises)}`)
        : compareTrees(ours.value, theirs.value, policy, result);
  return (
    values ??
    compareTrees(changedTree(expected), changedTree(actual), policy, {
      outer: place,
      step: ': changed arguments ',
    }) ??
    compareJson(expected.stdout, actual.stdout, { outer: place, step: ': standard output' }) ??
    compareJson(expected.of, actual.of, { outer: place, step: ': what is called' })
  );
}

/** A dict of the arguments that were changed, by place or name: their order says nothing. */
function changedTree({ arguments: changed }: RecordedCall): unknown {
  return {
    d: changed.map((one) => ['index' in one ? one.index : one.name, one.after]),
  };
}

function comparedEnds(
  { end: expected }: CaseRecord,
  { end: actual }: CaseRecord,
  policy: ComparisonPolicy,
): TreeDifference | null {
  const place = rootPlace('the end of the case');
  const [ours, theirs] = [expected.error, actual.error];
  if (expected.kind !== actual.kind) {
    const words = (kind: string, error?: TreeError): string =>
      error === undefined ? kind : `${kind}: ${errorWords(error)}`;
    return {
      ...notAlike(place, words(expected.kind, ours), words(actual.kind, theirs)),
      kind: 'end',
    };
  }
  if (ours !== undefined && theirs !== undefined) return compareErrors(ours, theirs, policy, place);
  const [before, after] = [expected, actual].map(({ status, signal }) => ({ status, signal }));
  if (ours === theirs) return compareJson(before, after, place);
  const [told, untold] = ['with an exception', 'without an exception'];
  return ours === undefined ? notAlike(place, untold, told) : notAlike(place, told, untold);
}

function compareErrors(
  expected: TreeError,
  actual: TreeError,
  policy: ComparisonPolicy,
  place: Place,
): TreeDifference | null {
  const facts = compareErrorFacts(expected, actual, policy, place);
  if (facts.kind === 'differ') return facts.difference;
  const { args } = facts;
  return args === null ? null : compareTrees(args.expected, args.actual, policy, args.place);
}

function comparedObservations(
  { observations: expected }: CaseRecord,
  { observations: actual }: CaseRecord,
  policy: ComparisonPolicy,
): TreeDifference | null {
  const counts = comparedCounts('observations', expected, actual);
  if (counts !== null) return counts;
  for (const [at, tree] of expected.entries()) {
    const place = rootPlace(`observation ${String(at + 1)}`);
    const difference = compareTrees(tree, actual[at], policy, place);
    if (difference !== null) return difference;
  }
  return null;
}

function comparedCounts(
  what: string,
  { length: expected }: readonly unknown[],
  { length: actual }: readonly unknown[],
): TreeDifference | null {
  if (expected === actual) return null;
  const place = `number of ${what}`;
  return { kind: 'calls', place, expected: String(expected), actual: String(actual) };
}

function comparedEffects(expected: CaseRecord, actual: CaseRecord): TreeDifference | null {
  for (const effect of sideEffects) {
    const difference = compareJson(expected[effect], actual[effect], rootPlace(effect));
    if (difference !== null) return difference;
  }
  return null;
}

function notAlike(place: Place, expected: string, actual: string): TreeDifference {
  return { kind: 'value', place: place.step, expected, actual };
}

function rootPlace(step: string): Place {
  return { outer: null, step };
}

/** null: something is no record, or one case is told twice. */
function byCase(values: readonly unknown[]): ReadonlyMap<string, CaseRecord> | null {
  const found = new Map<string, CaseRecord>();
  for (const value of values) {
    const record = caseRecordOf(value);
    if (record === null || found.has(record.case)) return null;
    found.set(record.case, record);
  }
  return found;
}

function runDifference(
  kind: Difference['kind'],
  name: string | null,
  [expected, actual]: readonly [string | null, string | null],
): Difference {
  return { kind, case: name, place: '', expected, actual };
}
