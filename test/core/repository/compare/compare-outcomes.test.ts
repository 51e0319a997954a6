import { isComparable } from '../../../../core/python-values/comparable';
import { compareOutcomes } from '../../../../core/repository/compare/compare-outcomes';
import { candidatePolicy, exactPolicy } from '../../../../core/python-values/comparison-policy';
import type { CaseRecord } from '../../../../core/python-values/case-record';
import { CaseRecord as CaseRecordSchema } from '../../../../core/schemas/environment-record';
import { SeededRandom } from '../../search/seeded-random';
import { recordOf, valueOf } from '../sample-records';
import { malformed, randomTree } from './random-tree';

const raising = (type: string, message: string, args?: unknown): object => ({
  raises: { type, bases: ['Exception'], message, ...(args === undefined ? {} : { args }) },
});
const withCall = (outcome: object): CaseRecord =>
  recordOf('case_0', { calls: [{ outcome: outcome as never, arguments: [] }] });
const kindOf = (left: unknown, right: unknown, policy = exactPolicy): string | undefined =>
  compareOutcomes([left], [right], policy)?.kind;

describe('comparing two runs', () => {
  const expected = [valueOf('case_0', 3), valueOf('case_1', [1, 2])];

  it('finds a run equal to itself, whatever is told beside it for people', () => {
    const told = expected.map((record) => ({
      ...record,
      feedback: { seconds: 1 },
      trace: 3,
      variant: 'm',
    }));
    expect(compareOutcomes(expected, [...told].reverse(), exactPolicy)).toBeNull();
  });

  it('tells the first difference, case and place', () => {
    const difference = compareOutcomes(
      expected,
      [valueOf('case_0', 3), valueOf('case_1', [1, 5])],
      exactPolicy,
    );
    expect(difference).toEqual({
      kind: 'value',
      case: 'case_1',
      place: 'the call: result[1]',
      expected: '2',
      actual: '5',
    });
  });

  it('is symmetric in what it decides, and raises for nothing', () => {
    const random = new SeededRandom(7);
    const some = (): unknown => {
      const record = valueOf('case_0', randomTree(random, 2));
      if (random.chance(0.8)) return record;
      const broken = random.pick(malformed);
      return random.pick<unknown>([
        broken,
        { ...record, calls: broken },
        { ...record, end: { kind: broken } },
        { ...record, observations: [broken] },
        { ...record, more: 1 },
        { ...record, calls: [{ outcome: { value: broken }, arguments: [] }] },
        { ...record, calls: [{ outcome: { value: 1 }, arguments: [{ index: 0, after: broken }] }] },
      ]);
    };
    for (let round = 0; round < 500; round += 1) {
      const [left, right] = [some(), some()];
      const there = compareOutcomes([left], [right], candidatePolicy) === null;
      expect(compareOutcomes([right], [left], candidatePolicy) === null).toBe(there);
    }
  });

  it('misses no case, takes none that was not asked for, and none twice', () => {
    const [first, second] = expected;
    expect(compareOutcomes(expected, [first], exactPolicy)).toMatchObject({
      kind: 'case',
      case: 'case_1',
    });
    expect(compareOutcomes([first], [first, second], exactPolicy)).toMatchObject({
      kind: 'case',
      case: 'case_1',
    });
    expect(compareOutcomes([first], [first, first], exactPolicy)?.kind).toBe('malformed');
  });

  it('compares exceptions by their class and message, white space and addresses aside', () => {
    const one = withCall(raising('builtins:ValueError', 'bad  <object at 0x7f12>'));
    expect(
      kindOf(one, withCall(raising('builtins:ValueError', 'bad <object at 0x99>'))),
    ).toBeUndefined();
    expect(kindOf(one, withCall(raising('builtins:ValueError', 'worse')))).toBe('message');
    expect(kindOf(one, withCall(raising('builtins:TypeError', 'bad <object at 0x7f12>')))).toBe(
      'value',
    );
    expect(kindOf(one, withCall({ value: 1 }))).toBe('value');
    const classAlone = { ...candidatePolicy, messages: 'not-compared' } as const;
    expect(
      kindOf(one, withCall(raising('builtins:ValueError', 'worse')), classAlone),
    ).toBeUndefined();
  });

  it('compares the arguments of a class of the package, which its message may not show', () => {
    const error = (code: number): CaseRecord =>
      withCall(raising('pkg:Fault', 'fault', { t: [code] }));
    expect(kindOf(error(1), error(1))).toBeUndefined();
    expect(kindOf(error(1), error(2))).toBe('value');
    expect(kindOf(error(1), withCall(raising('pkg:Fault', 'fault')))).toBe('value');
  });

  it('compares changed arguments, output, files, observations, number of calls and the end', () => {
    const base = valueOf('case_0', 1);
    const call = { outcome: { value: 1 }, arguments: [{ index: 0, after: [1] }] } as const;
    const unlike: CaseRecord[] = [
      base,
      { ...base, calls: [call] },
      { ...base, calls: [{ ...call, arguments: [{ index: 0, after: [2] }] }] },
      { ...base, calls: [{ outcome: { value: 1 }, arguments: [], stdout: 'x' }] },
      { ...base, calls: [] },
      { ...base, observations: [1] },
      { ...base, observations: [2] },
      { ...base, files: { 'a.txt': 'x' } },
      { ...base, files: { 'a.txt': 'y' } },
      { ...base, stdout: 'x' },
      { ...base, end: { kind: 'timed-out' } },
      { ...base, end: { kind: 'exited', status: 0 } },
      { ...base, end: { kind: 'exited', status: 1 } },
    ];
    for (const [at, left] of unlike.entries()) {
      for (const [other, right] of unlike.entries()) {
        expect(compareOutcomes([left], [right], exactPolicy) === null).toBe(at === other);
      }
    }
  });
});

describe('a record of the original', () => {
  it('can be graded by when it ended of itself and says something that can be compared', () => {
    expect(isComparable(valueOf('case_0', 1))).toBe(true);
    expect(isComparable(recordOf('case_0', { calls: [], observations: [] }))).toBe(false);
    expect(isComparable(valueOf('case_0', [{ opaque: 'm:Lock' }]))).toBe(false);
    expect(isComparable({ ...valueOf('case_0', 1), end: { kind: 'timed-out' } })).toBe(false);
  });

  it('is read without what is for people, and refused when it is none', () => {
    const record = valueOf('case_0', 1);
    expect(CaseRecordSchema.parse({ ...record, feedback: {} })).toEqual(record);
    expect(CaseRecordSchema.safeParse({ ...record, calls: 1 }).success).toBe(false);
  });
});
