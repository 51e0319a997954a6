import { deflateSync } from 'node:zlib';

import { callsTest } from '../../core/grading/profiles/function-form';
import { loadRows, refusalOf } from './rows-in-file';
import { sumProblem } from './sum-problem';

const test = (input: string, output: string, testtype = 'stdin') => ({ input, output, testtype });
const stdin = {
  question_title: 'Sum',
  question_content: 'Print the sum.',
  platform: 'codeforces',
  question_id: '1873_A',
  contest_id: '1873',
  contest_date: '2023-08-21T00:00:00',
  starter_code: '',
  difficulty: 'easy',
  public_test_cases: JSON.stringify([test('1 2\n', '3\n')]),
  private_test_cases: JSON.stringify([test('5 5\n', '10\n')]),
  metadata: '{}',
};
const called = (input: string, output: string) => test(input, output, 'functional');
const functional = {
  ...stdin,
  question_id: 2816,
  starter_code:
    'class Solution:\n    def total(self, nums: List[int], start: float) -> float:\n        ',
  public_test_cases: JSON.stringify([called('[1, 2]\n0.5', '3.5')]),
  private_test_cases: JSON.stringify([called('[12345678901234567890]\n1.0', '[1]')]),
  metadata: JSON.stringify({ func_name: 'total' }),
};

/** As LiveCodeBench packs it: the pickle of a text, of protocol 4. */
function packed(text: string): string {
  const bytes = Buffer.from(text);
  const head = Buffer.from([0x80, 4, 0x58, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 3);
  return deflateSync(Buffer.concat([head, bytes, Buffer.from([0x94, 0x2e])])).toString('base64');
}

describe('a LiveCodeBench problem', () => {
  it('with tests of standard input is a program, the public tests shown and all hidden', async () => {
    const { form, rows } = await loadRows([stdin]);
    expect([form, rows]).toEqual([
      'LiveCodeBench',
      [sumProblem({ id: '1873_A', rule: { kind: 'lines' } })],
    ]);
  });

  it('is the same with its private tests packed', async () => {
    const row = { ...stdin, private_test_cases: packed(stdin.private_test_cases) };
    expect((await loadRows([row])).sha256).toBe((await loadRows([stdin])).sha256);
  });

  it('with functional tests is a method, called with every number as it was written', async () => {
    const { rows } = await loadRows([functional]);
    expect(rows[0]).toMatchObject({
      problem: {
        kind: 'function',
        id: '2816',
        entryPoint: 'total',
        className: 'Solution',
        visibleTests: ['assert total([1, 2], 0.5) == 3.5'],
        statement: expect.stringContaining('def total(self, nums: List[int]') as string,
      },
      hidden: {
        test: callsTest('total', [
          { input: '[1, 2]\n0.5', output: '3.5' },
          { input: '[12345678901234567890]\n1.0', output: '[1]' },
        ]),
      },
    });
  });

  it('with functional tests and no class is a function', async () => {
    const starter_code = 'def total(nums, start):\n    ';
    const { rows } = await loadRows([{ ...functional, starter_code }]);
    expect(rows[0]?.problem).toMatchObject({ entryPoint: 'total', preamble: '' });
    expect(rows[0]?.problem).not.toHaveProperty('className');
  });

  it.each([
    [
      'private_test_cases',
      'is neither a JSON list nor one that is packed',
      { private_test_cases: 'eJw=' },
    ],
    ['private_test_cases', 'holds no JSON list of', { private_test_cases: packed('{}') }],
    ['private_test_cases', 'hold no tests', { private_test_cases: '[]', public_test_cases: '[]' }],
    [
      'private_test_cases',
      'tests of both types',
      { public_test_cases: functional.public_test_cases },
    ],
    ['public_test_cases', 'holds no JSON list of', { public_test_cases: '[{"input": "1"}]' }],
    ['private_test_cases', 'is missing', { private_test_cases: undefined }],
  ])('is refused by %s, which %s', async (field, words, changes) => {
    const said = await refusalOf([{ ...stdin, ...changes }]);
    expect(said).toContain(`line 1, field "${field}"`);
    expect(said).toContain(words);
  });

  it('is refused where nothing says what functional tests call, or what they expect', async () => {
    expect(await refusalOf([{ ...functional, metadata: '{}' }])).toContain('field "metadata"');
    const public_test_cases = JSON.stringify([called('[1]\n2', 'three')]);
    expect(await refusalOf([{ ...functional, public_test_cases }])).toContain(
      'field "public_test_cases.0": expects a result that is no JSON',
    );
  });
});
