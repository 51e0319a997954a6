import { hiddenLimit } from '../../core/grading/hidden-limit';
import { gradingProfile } from '../../core/grading/profiles/profiles';
import type { Sandbox } from '../../core/adapters/sandbox';
import type { DatasetProblem } from '../../core/tasks/problem';
import type { Assurance } from '../../core/schemas/verdict';
import { checkOf } from '../../core/tasks/check-of';
import { runCheck } from '../../core/tasks/run-check';
import { openSandbox } from '../../sandbox';
import { describeWithSandbox } from '../prerequisites';
import { loadRows } from './rows-in-file';

const called = (input: string, output: string) => [{ input, output, testtype: 'functional' }];
const leetCode = {
  question_id: '1',
  question_content: 'Sum of numbers and a start.',
  starter_code:
    'class Solution:\n    def total(self, nums: List[int], start: float) -> float:\n        ',
  public_test_cases: JSON.stringify(called('[1, 2]\n0.5', '3.5')),
  private_test_cases: JSON.stringify([
    ...called('[12345678901234567890]\n0', '12345678901234567890'),
    ...called('[1, "\\ud800"]\n-0.0', '"-0.0\\ud800"'),
  ]),
  metadata: JSON.stringify({ func_name: 'total' }),
};
/** Right for numbers and for the pair with a lone surrogate, whose answer tells -0.0 from 0. */
const body = 'repr(start) + nums[1] if isinstance(nums[-1], str) else sum(nums) + start';

const unittestRow = {
  task_id: 'BigCodeBench/0',
  complete_prompt: 'import re\ndef task_func(text):\n    """Words of a text."""\n',
  instruct_prompt: '',
  entry_point: 'task_func',
  test:
    'import unittest\nfrom unittest.mock import MagicMock\nclass TestCases(unittest.TestCase):\n' +
    '    def setUp(self):\n        self.text = "a b c"\n' +
    '    def test_count(self):\n        self.assertEqual(task_func(self.text), 3)\n' +
    '    def test_each(self):\n        for text in ("", "x"):\n            with self.subTest(text=text):\n' +
    '                self.assertEqual(task_func(text), len(text))\n' +
    '    def test_error(self):\n        with self.assertRaises(TypeError):\n            task_func(None)\n',
};

describeWithSandbox('problems of other benchmarks', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({
      backend: 'auto',
      stateLabel: `benchmarks-${String(process.pid)}`,
    });
  });
  afterAll(() => sandbox.close());

  async function problem(row: object): Promise<DatasetProblem> {
    const [read] = (await loadRows([row])).rows;
    if (read === undefined) throw new RangeError('no row');
    return read;
  }
  async function kindsOf(
    { problem: asked, hidden }: DatasetProblem,
    program: string,
    assurance: Assurance = 'data',
  ) {
    const terms = { limits: hiddenLimit({ cpuSeconds: 5 }), seed: 0, assurance };
    const { outcomes } = await runCheck(sandbox, checkOf(asked, hidden, program, terms));
    return outcomes.map(({ kind, error = '' }) => `${kind} ${error.split('\n')[0] ?? ''}`.trim());
  }

  it('of APPS are judged by the checker of their row', async () => {
    const row = {
      problem_id: 1,
      question: 'Any two numbers with this sum.',
      input_output: JSON.stringify({ inputs: ['7\n'], outputs: ['3 4\n'] }),
      solutions: '',
    };
    const custom =
      'import json, sys\nasked = json.load(sys.stdin)\n' +
      'same = sum(map(int, asked["output"].split())) == int(asked["input"])\nsys.exit(42 if same else 43)\n';
    const checkers = ['exact', 'lines', 'tokens', 'set', { custom }];
    const kinds = async (printed: string) =>
      Promise.all(
        checkers.map(async (checker) => {
          const [told = ''] = await kindsOf(
            await problem({ ...row, checker }),
            `print(${printed})`,
          );
          return told.split(' ')[0];
        }),
      );
    expect(await kinds('3, 4')).toEqual(['passed', 'passed', 'passed', 'passed', 'passed']);
    expect(await kinds('"3  4 "')).toEqual(['failed', 'failed', 'passed', 'passed', 'passed']);
    expect(await kinds('4, 3')).toEqual(['failed', 'failed', 'failed', 'passed', 'passed']);
    expect(await kinds('1, 6')).toEqual(['failed', 'failed', 'failed', 'failed', 'passed']);
    expect(await kinds('1, 7')).toEqual(['failed', 'failed', 'failed', 'failed', 'failed']);
  });

  const inJson = {
    problem_id: 1,
    question: 'A list with the word.',
    solutions: '',
    input_output: JSON.stringify({ fn_name: 'listed', inputs: [['a']], outputs: [[['a']]] }),
  };
  const method = `class Solution:\n    def total(self, nums, start):\n        return ${body}\n`;
  const listed = 'def listed(word):\n    return [word]\n';

  it.each([
    ['LiveCodeBench', 'strict', leetCode, method],
    ['LiveCodeBench', 'lcb', leetCode, method],
    ['LiveCodeBench', 'apps', leetCode, method],
    ['APPS', 'strict', inJson, listed],
    ['APPS', 'lcb', inJson, listed],
    ['APPS', 'apps', inJson, listed],
  ] as const)('of %s that are functions are graded under %s', async (_, name, row, program) => {
    const { problem: asked, hidden } = await problem(row);
    const profile = gradingProfile(name);
    const passes = async (text: string) => {
      const terms = { limits: hiddenLimit(), seed: 0, assurance: 'data' } as const;
      const check = profile.applied(checkOf(asked, hidden, text, terms), {});
      return profile.verdict((await runCheck(sandbox, check)).outcomes).passed;
    };
    expect(await passes(program)).toBe(true);
    expect(await passes(program.replace('return', 'return None,'))).toBe(false);
  });

  it.each(['data', 'objects', 'shared'] as const)(
    'of LiveCodeBench take a method of a class, with every number as it was written, at %s',
    async (assurance) => {
      const row = await problem(leetCode);
      const method = `class Solution:\n    def total(self, nums: List[int], start):\n        return ${body}\n`;
      expect(await kindsOf(row, method, assurance)).toEqual(['passed']);
      expect(await kindsOf(row, method.replace(' + start', ''), assurance)).toEqual([
        'failed AssertionError',
      ]);
      expect(await kindsOf(row, 'def other(): pass', assurance)).toEqual([
        "raised NameError: name 'Solution' is not defined",
      ]);
    },
  );

  it('of LiveCodeBench take a function in place of the class', async () => {
    const row = await problem(leetCode);
    expect(await kindsOf(row, `def total(nums, start): return ${body}`)).toEqual(['passed']);
  });

  it.each(['data', 'objects', 'shared'] as const)(
    'of BigCodeBench are judged by all tests of their class, at %s',
    async (assurance) => {
      const row = await problem(unittestRow);
      const right = '    return len(re.findall("[a-z]", text))\n';
      expect(await kindsOf(row, right, assurance)).toEqual(['passed']);
      expect(await kindsOf(row, '    return 3 + 0 * len(text)\n', assurance)).toEqual([
        'failed AssertionError: 3 != 0',
      ]);
      expect(await kindsOf(row, '    return len(text or "")\n', assurance)).toEqual([
        expect.stringContaining('failed') as string,
      ]);
      expect(await kindsOf(row, '    raise KeyError(text)\n', assurance)).toEqual([
        expect.stringContaining('raised KeyError') as string,
      ]);
    },
  );

  it('of BigCodeBench do not pass by a class without tests', async () => {
    const none = 'import unittest\nclass TestCases(unittest.TestCase):\n    x = task_func("a")\n';
    const row = await problem({ ...unittestRow, test: none });
    expect(await kindsOf(row, '    return 1\n')).toEqual([
      'failed AssertionError: the class has no tests',
    ]);
  });
});
