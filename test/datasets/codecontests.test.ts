import { describeWithData, sharedData } from '../prerequisites';
import { loadDataset } from '../../datasets';
import { loadRows, refusalOf } from './rows-in-file';
import { sumProblem } from './sum-problem';

const paired = {
  name: '1_A. Sum of Two',
  description: 'Print the sum.',
  tags: [],
  id: 1,
  sample_io: [{ input: '1 2\n', output: ['3\n'] }],
  test_list: [
    { input: '1 2\n', output: ['3\n'] },
    { input: '5 5\n', output: ['10\n'] },
  ],
};
const columns = (...pairs: readonly (readonly [string, string])[]) => ({
  input: pairs.map(([input]) => input),
  output: pairs.map(([, output]) => output),
});
const published = {
  ...{ name: '1_A. Sum of Two', description: 'Print the sum.', source: 2, cf_contest_id: 1 },
  public_tests: columns(['1 2\n', '3\n']),
  private_tests: columns(['5 5\n', '10\n']),
  generated_tests: columns(['0.5 1\n', '1.5\n']),
  ...{ input_file: '', output_file: '', time_limit: { seconds: 1, nanos: 0 } },
  solutions: { language: [2, 1, 3, 3], solution: ['int main;', 'print 1', 'right', 'other'] },
};

describe('CodeContests as MapCoder has it', () => {
  it('is known by its title, and asks for a program whose words count', async () => {
    const { form, rows } = await loadRows([paired]);
    expect([form, rows]).toEqual([
      'CodeContests as MapCoder has it',
      [sumProblem({ id: '1_A. Sum of Two', rule: { kind: 'tokens' } })],
    ]);
  });

  it('is refused where several outputs might be right, by test', async () => {
    const test_list = [...paired.test_list, { input: '1', output: ['1', '2'] }];
    expect(await refusalOf([{ ...paired, test_list }])).toContain(
      'field "test_list.2": has not exactly one output',
    );
  });

  it.each(['two  blanks', ' before', 'after ', 'a\nline', ''])(
    'is refused by the title %j',
    async (name) => {
      expect(await refusalOf([{ ...paired, name }])).toContain('field "name"');
    },
  );

  it('is graded by the tests that can be compared, and says how many are not', async () => {
    const long = { input: '1', output: ['x'.repeat(70_000)] };
    const { rows, leftOut } = await loadRows([
      { ...paired, test_list: [...paired.test_list, long] },
    ]);
    expect(rows[0]?.hidden).toMatchObject({ tests: { length: 2 } });
    expect(leftOut).toEqual([{ problem: '1_A. Sum of Two', leftOut: 1, kept: 2 }]);
    expect(await refusalOf([{ ...paired, test_list: [long] }])).toContain(
      'field "test_list": holds no test that can be run',
    );
  });
});

describe('CodeContests as published', () => {
  it('hides all three lists of tests, and takes the first Python 3 solution as the reference', async () => {
    const { form, rows } = await loadRows([published]);
    expect([form, rows[0]]).toMatchObject([
      'CodeContests',
      {
        problem: { rule: { kind: 'numbers' }, visibleTests: [{ stdin: '1 2\n' }] },
        hidden: {
          tests: [{ stdin: '1 2\n' }, { stdin: '5 5\n' }, { stdin: '0.5 1\n', stdout: '1.5\n' }],
          reference: 'right',
        },
      },
    ]);
  });

  it('has no reference without a solution in Python 3', async () => {
    const solutions = { language: [2], solution: ['int main;'] };
    const { rows } = await loadRows([{ ...published, solutions }]);
    expect(rows[0]?.hidden).not.toHaveProperty('reference');
  });

  it('is refused where it has no tests, or reads a file', async () => {
    const none = { public_tests: columns(), private_tests: columns(), generated_tests: columns() };
    const said = await refusalOf([{ ...published, ...none }]);
    expect(said).toContain('field "generated_tests": holds no test');
    expect(said).toContain('every program would pass');
    expect(await refusalOf([{ ...published, input_file: 'in.txt' }])).toContain(
      'field "input_file": names "in.txt"',
    );
  });
});

const file = 'programs/codecontests-test-73.jsonl.gz';

describeWithData([file])('the 73 CodeContests problems', () => {
  it('are read whole but for the tests of one that print most', async () => {
    const { rows, counts, leftOut } = await loadDataset({
      nameOrPath: sharedData(file),
      cacheDir: '/nowhere',
    });
    const tests = rows.map(({ hidden }) => (hidden.kind === 'script' ? hidden.tests.length : 0));
    expect(tests.reduce((sum, count) => sum + count, 0)).toBe(14_961 - 18);
    expect(leftOut).toEqual([
      { problem: '1586_F. Defender of Childhood Dreams', leftOut: 18, kept: 197 },
    ]);
    expect(counts.visible).toEqual({ 0: 0, 1: 44, '2+': 29 });
  });
});
