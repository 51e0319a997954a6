import { selfEquivalenceGate } from '../../../../core/repository/gates/self-equivalence';
import type { CaseRecord } from '../../../../core/python-values/case-record';
import { recordOf, valueOf } from '../sample-records';

const feedbackOf = (records: readonly CaseRecord[], again = records): string => {
  const { outcome } = selfEquivalenceGate(records, again);
  return outcome.kind === 'failed' ? outcome.feedback : '';
};

test.each<[CaseRecord['end']['kind'], string]>([
  ['timed-out', 'it took longer than it may'],
  ['skipped', 'it was skipped'],
  ['killed', 'its process was ended'],
])('a case that ended as %s is told in words', (kind, words) => {
  expect(feedbackOf([recordOf('case_0', { end: { kind } })])).toContain(`case_0: ${words}`);
});

test('two outcomes, and a case that the second run lacks, are told as such', () => {
  const words = 'case_0: two runs gave different outcomes';
  expect(feedbackOf([valueOf('case_0', 1)], [valueOf('case_0', 2)])).toContain(words);
  expect(feedbackOf([valueOf('case_0', 1)], [])).toContain(words);
});

test('five faults are told, and how many more there are', () => {
  const records = (count: number): CaseRecord[] =>
    Array.from({ length: count }, (_, at) =>
      recordOf(`case_${String(at)}`, { end: { kind: 'skipped' } }),
    );
  expect(feedbackOf(records(5))).toMatch(/case_4: it was skipped$/u);
  expect(feedbackOf(records(6))).toMatch(/case_4: it was skipped\nand 1 more\.$/u);
});
