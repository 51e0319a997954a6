import {
  coverageGate,
  coverageOf,
  coverageShare,
} from '../../../../core/repository/gates/coverage';
import type { CoverageFacts } from '../../../../core/repository/gates/coverage';
import { errorReason } from '../../../../core/repository/gates/error-reason';
import { leakGate } from '../../../../core/repository/gates/leak';
import { fewestAndStrongest, minimalCases } from '../../../../core/repository/gates/minimise';
import { mutationGate, mutationScore, notices } from '../../../../core/repository/gates/mutation';
import type { MutantResult } from '../../../../core/repository/gates/mutation';
import { rerunGate } from '../../../../core/repository/gates/reruns';
import { selfEquivalenceGate } from '../../../../core/repository/gates/self-equivalence';
import { vacuityGate } from '../../../../core/repository/gates/vacuity';
import type { CaseFacts } from '../../../../core/repository/gates/vacuity';
import { vacuityReasons } from '../../../../core/names/environment-reasons';
import type { CaseRecord } from '../../../../core/python-values/case-record';
import type { Tree } from '../../../../core/python-values/python-value';
import { recordOf, valueOf } from '../sample-records';

const facts = (changes: Partial<CaseFacts> = {}): CaseFacts => ({
  case: 'case_0',
  skipped: false,
  comparisons: { target: 1, self: 0, constant: 0 },
  swallows: false,
  tells: false,
  ...changes,
});
const compares = (target: number, self: number, constant: number): Partial<CaseFacts> => ({
  comparisons: { target, self, constant },
});
const called = [valueOf('case_0', 1)];
const uncalled = [recordOf('case_0', {})];
const raised = (
  name: string,
  type: string,
  bases: string[] = [],
  calls: CaseRecord['calls'] = [],
): CaseRecord =>
  recordOf(name, { calls, end: { kind: 'raised', error: { type, bases, message: 'm' } } });

describe('vacuity', () => {
  const forms: [string, CaseFacts[], CaseRecord[]][] = [
    ['no_tests', [], []],
    ['fut_not_called', [facts(compares(0, 0, 1))], uncalled],
    ['no_comparison', [facts(compares(0, 0, 0))], called],
    ['self_compare', [facts(compares(0, 1, 0))], called],
    ['skipped_only', [facts({ skipped: true })], []],
    ['swallowed_exception', [facts({ swallows: true })], called],
    ['constant_compare', [facts(compares(0, 0, 1))], called],
  ];

  it('says nothing of a case that was ended before it could tell of a call', () => {
    const ended = recordOf('case_0', { end: { kind: 'timed-out' } });
    const { outcome } = vacuityGate({ empty: false, cases: [facts(compares(1, 0, 0))] }, [ended]);
    expect(outcome).toEqual({ kind: 'passed' });
  });

  it('has eight forms, each with its own reason', () => {
    const reasons = forms.map(([code, cases, records]) => {
      const { outcome } = vacuityGate({ empty: false, cases }, records);
      expect(outcome).toMatchObject({ kind: 'failed', reason: { code } });
      return code;
    });
    const empty = vacuityGate({ empty: true, cases: [] }, []);
    expect(empty.outcome).toMatchObject({ reason: { code: 'gen_empty' } });
    expect(['gen_empty', ...reasons].sort()).toEqual([...vacuityReasons].sort());
  });

  it('costs a harness its vacuous cases only, where others are sound', () => {
    const cases = [facts(), facts({ case: 'case_1', skipped: true })];
    expect(vacuityGate({ empty: false, cases }, called)).toMatchObject({
      outcome: { kind: 'passed' },
      kept: ['case_0'],
      dropped: [{ case: 'case_1', reason: { code: 'skipped_only' } }],
    });
  });

  it('is not said of a case that compares more than an expression with itself', () => {
    const cases = [facts(compares(1, 1, 0))];
    expect(vacuityGate({ empty: false, cases }, called)).toMatchObject({
      outcome: { kind: 'passed' },
      kept: ['case_0'],
    });
  });

  it('is not the only thing that costs a case: one that tells what it expects is dropped as a leak', () => {
    const cases = [facts(), facts({ case: 'case_1', tells: true })];
    expect(vacuityGate({ empty: false, cases }, called)).toMatchObject({
      kept: ['case_0'],
      dropped: [{ case: 'case_1', reason: { code: 'leak' } }],
    });
    const { outcome } = vacuityGate({ empty: false, cases: cases.slice(1) }, []);
    expect(outcome).toMatchObject({ kind: 'failed', reason: { code: 'leak' } });
  });

  it('is seen in a call that the text has and the run has not', () => {
    const { outcome } = vacuityGate({ empty: false, cases: [facts()] }, uncalled);
    expect(outcome).toMatchObject({ reason: { code: 'fut_not_called' } });
  });
});

describe('self-equivalence', () => {
  it('drops cases that differ, fail or tell nothing, and keeps the rest', () => {
    const first = [
      valueOf('a', 1),
      valueOf('b', 1),
      raised('c', 'builtins:OSError'),
      valueOf('d', { opaque: 'm:L' }),
    ];
    const second = [valueOf('a', 1), valueOf('b', 2), first[2], first[3]].filter(
      (one) => one !== undefined,
    );
    expect(selfEquivalenceGate(first, second)).toEqual({
      outcome: { kind: 'passed' },
      kept: ['a'],
      dropped: [
        { case: 'b', reason: { code: 'flaky', cause: 'chance' } },
        { case: 'c', reason: { code: 'env_error' } },
        { case: 'd', reason: { code: 'no_comparison' } },
      ],
    });
  });

  it('keeps an exception of the function as an outcome, but not where it never returns', () => {
    const error = { type: 'builtins:ValueError', bases: [], message: 'm' };
    const refuses = raised('b', error.type, [], [{ outcome: { raises: error }, arguments: [] }]);
    const run = [valueOf('a', 1), refuses];
    expect(selfEquivalenceGate(run, run).kept).toEqual(['a', 'b']);
    const alone = selfEquivalenceGate([refuses], [refuses]);
    expect(alone.outcome).toMatchObject({ reason: { code: 'type_or_value_error' } });
    expect(alone.outcome).toMatchObject({
      feedback: expect.stringContaining('b: ValueError: m') as string,
    });
  });

  it('says the class of what a harness ends in', () => {
    const reasonOf = (type: string, ...bases: string[]): string =>
      errorReason({ type, bases, message: '' });
    expect(reasonOf('builtins:ModuleNotFoundError', 'builtins:ImportError')).toBe('import_error');
    expect(reasonOf('json.decoder:JSONDecodeError', 'ValueError')).toBe('data_format_error');
    expect(reasonOf('builtins:UnicodeDecodeError', 'UnicodeError', 'ValueError')).toBe(
      'data_format_error',
    );
    expect(reasonOf('builtins:FileNotFoundError', 'OSError')).toBe('env_error');
    expect(reasonOf('builtins:AssertionError')).toBe('assertion_mismatch');
    expect(reasonOf('pkg:Odd', 'Exception')).toBe('setup_error');
  });
});

const measured: CoverageFacts = {
  branches: [
    [2, 3],
    [2, 4],
    [4, 5],
    [4, -1],
  ],
  lines: [2, 3, 4, 5],
  cases: [
    { case: 'a', branches: [[2, 3]], lines: [2, 3] },
    {
      case: 'b',
      branches: [
        [2, 4],
        [4, 5],
      ],
      lines: [2, 4, 5],
    },
    {
      case: 'c',
      branches: [
        [2, 4],
        [4, -1],
      ],
      lines: [2, 4],
    },
  ],
};
const source = {
  first: 1,
  lines: ['def f(x):', '    if x:', '        return 1', '    while x:', '        x -= 1'],
};

describe('coverage', () => {
  it('is counted arc by arc, and 0 where nothing calls', () => {
    expect(coverageOf(measured, ['a']).branch).toBe(0.25);
    expect(coverageShare(coverageOf(measured, []))).toBe(0);
    expect(coverageGate(coverageOf(measured, ['a', 'b', 'c']), source)).toEqual({ kind: 'passed' });
  });

  it('is enough where it is exactly the least', () => {
    const three = coverageOf(measured, ['a', 'b']);
    expect(three.branch).toBe(0.75);
    expect(coverageGate(three, source, 0.75)).toEqual({ kind: 'passed' });
    expect(coverageGate(three, source, 0.75 + 1e-9)).toMatchObject({ kind: 'failed' });
  });

  it('tells the next round which ways were not taken', () => {
    const outcome = coverageGate(coverageOf(measured, ['a', 'b']), source);
    expect(outcome).toEqual({
      kind: 'failed',
      reason: { code: 'low_coverage' },
      feedback:
        'The cases cover 75.0 % of its branches. Not covered:\n' +
        'from line 4 (while x:) never to leaving the function',
    });
  });

  it('of a body without branches asks for every line', () => {
    const straight = { ...measured, branches: [] };
    expect(coverageGate(coverageOf(straight, ['a', 'b']), source)).toEqual({ kind: 'passed' });
    expect(coverageGate(coverageOf(straight, ['a']), source)).toMatchObject({ kind: 'failed' });
    expect(coverageGate(coverageOf({ ...straight, lines: [] }, ['a']), source)).toMatchObject({
      kind: 'failed',
    });
  });
});

const mutant = (
  id: string,
  killedBy: string[],
  more: Partial<MutantResult> = {},
): MutantResult => ({
  ...{ id, line: 4, words: `${id} became -${id}`, reached: true, killedBy },
  ...more,
});

describe('mutation', () => {
  it('is noticed by what a candidate would fail for, and by nothing else', () => {
    const dict = (...entries: [Tree, Tree][]): CaseRecord => valueOf('a', { d: entries });
    const float = (text: string): CaseRecord => valueOf('a', { f: text });
    expect(notices(dict(['x', 1], ['y', 2]), dict(['y', 2], ['x', 1]))).toBe(false);
    expect(notices(dict(['x', 1], ['y', 2]), dict(['y', 1], ['x', 2]))).toBe(true);
    expect(notices(float('1.0'), float('1.0000000000000002'))).toBe(false);
    expect(notices(float('1.0'), float('1.001'))).toBe(true);
    // By the smallest number that the case itself gives, as candidates are.
    expect(notices(float('1e-15'), float('2e-15'))).toBe(true);
    const error = (message: string): CaseRecord => {
      const raises = { type: 'builtins:ValueError', bases: [], message };
      return recordOf('a', { calls: [{ outcome: { raises }, arguments: [] }] });
    };
    expect(notices(error('too  small'), error('too small'))).toBe(false);
    expect(notices(error('too small'), error('too large'))).toBe(true);
    expect(notices(float('1.0'), { case: 'a', calls: 'none' })).toBe(true);
  });

  it('counts mutants that are noticed by the cases that are left', () => {
    const mutants = [mutant('1', ['a']), mutant('2', ['b'])];
    expect(mutationScore(mutants, ['a', 'b']).score).toBe(1);
    const { outcome, ...score } = {
      ...mutationScore(mutants, ['a']),
      outcome: mutationGate(mutationScore(mutants, ['a'])),
    };
    expect(score).toMatchObject({ killed: 1, total: 2, score: 0.5 });
    expect(outcome).toMatchObject({ reason: { code: 'low_mutation' } });
  });

  it('tells survivors, unreached ones last', () => {
    const mutants = [mutant('1', [], { reached: false }), mutant('2', [])];
    expect(mutationGate(mutationScore(mutants, ['a']))).toMatchObject({
      feedback: expect.stringMatching(
        /2 became -2\n.*1 became -1 \(no case gets there\)/,
      ) as string,
    });
  });

  it('trusts no harness of a function in which nothing can be changed', () => {
    for (const least of [0.8, 0]) {
      expect(mutationGate(mutationScore([], ['a']), least)).toMatchObject({ kind: 'failed' });
    }
  });
});

describe('reruns', () => {
  const reference = [valueOf('a', 1), valueOf('b', 1)];

  it('label a case with what flips it, and drop it', () => {
    const reruns = [
      { cause: 'hash-seed', records: [...reference].reverse() },
      { cause: 'clock', records: [valueOf('a', 1), valueOf('b', 2)] },
    ] as const;
    expect(rerunGate(reference, reruns)).toEqual({
      outcome: { kind: 'passed' },
      kept: ['a'],
      dropped: [{ case: 'b', reason: { code: 'flaky', cause: 'clock' } }],
    });
  });

  it('take a missing record for a flip, and a harness of flips for flaky', () => {
    const { outcome } = rerunGate(reference, [{ cause: 'cpu', records: [null] }]);
    expect(outcome).toMatchObject({ reason: { code: 'flaky', cause: 'cpu' } });
  });
});

describe('the smallest set of cases', () => {
  it('covers and notices all that the whole set does', () => {
    const mutants = [mutant('1', ['a', 'c']), mutant('2', ['d'])];
    const names = ['a', 'b', 'c', 'd', 'e'];
    const few = minimalCases(names, measured, mutants);
    expect(few).toEqual(['a', 'b', 'c', 'd']);
    expect(coverageOf(measured, few)).toEqual(coverageOf(measured, names));
    expect(mutationScore(mutants, few)).toEqual(mutationScore(mutants, names));
  });

  it('is filled up as far as asked for from those that call the function, and never cut', () => {
    const [first] = measured.cases;
    const more = {
      ...measured,
      cases: [...measured.cases, ...(first === undefined ? [] : [{ ...first, case: 'like a' }])],
    };
    const names = ['a', 'b', 'c', 'like a', 'uncalled'];
    const few = minimalCases(names, more, []);
    expect(few).toEqual(['a', 'b', 'c']);
    expect(fewestAndStrongest(names, more, [], 1)).toEqual(few);
    expect(fewestAndStrongest(names, more, [], 12)).toEqual(['a', 'b', 'c', 'like a']);
  });
});

describe('the leak scan', () => {
  const definition = [
    '@kept(when=lambda x: x)',
    "def f(values, limit: 'a:b' = {1: 2}[1]) -> 'X:Y':  # why: so",
    '    """Adds, as in `total = sum(x * weight for x in`. It isn\'t hard."""',
    '    total = sum(x * weight for x in values if x > limit)  # the "rest"',
    "    spent = time.strptime(total, '%Y-%m-%d %H:%M:%S')",
    '    return [r"\\d", None, 7, spent]',
  ].join('\n');
  const told = (given: string): string => leakGate({ given, definition }).kind;

  it.each([
    ['y = sum(x *\n   weight for x in  values)'],
    ['sum(x # how\n * weight # and\n for x in values)'],
    ["It isn't hard: ```sum(x * weight for x in```"],
    ['>>> sum(x * weight\n... for x in values)'],
    [`eval("sum(x * weight for x in")`],
    ['\u0080\u0004\'K"sum(x * weight for x in\u0000.'],
    ['time . strptime(total, "%Y-%m-%d %H:%M:%S") # and\nreturn'],
    [`return ['\\\\d', None, 7,`],
  ])('finds eight tokens of the body, however they are laid out: %j', (given) => {
    expect(told(given)).toBe('failed');
  });

  it.each([
    ['f([1, 2], 3)'],
    ["f('%Y-%m-%d %H:%M:%S')"],
    ['sum(x * weight for x'],
    ["strptime(total, '%Y-%m-%d %H:%M:%S') ["],
    ["f(values, limit: 'a:b' = {1: 2}[1]) -> 'X:Y'"],
  ])('lets pass fewer, a string of the body, and the signature: %j', (given) => {
    expect(told(given)).toBe('passed');
  });

  it.each(["'", '\"\"\"', '#', '( '])('comes to an end with any bytes: %j', (sign) => {
    const long = 'a'.repeat(12_000_000);
    expect(told(`${sign}${long}`)).toBe('passed');
    expect(told(`${sign}${long}\n${sign} total = sum(x * weight for`)).toBe('failed');
  });

  it('takes all for the body where no signature is to be found', () => {
    const given = 'a = b + c * d - e';
    expect(leakGate({ given, definition: given })).toMatchObject({ reason: { code: 'leak' } });
  });
});
