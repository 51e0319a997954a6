import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { UsageError } from '../../core/errors/errors';
import { callsTest } from '../../core/grading/profiles/function-form';
import { loadDataset } from '../../datasets';
import type { LoadedDataset } from '../../datasets';
import { describeWithData, sharedData } from '../prerequisites';
import { loadRows, refusalOf } from './rows-in-file';
import { sumProblem } from './sum-problem';

const fixture = (name: string): string => join(__dirname, '../fixtures/apps', name);
const load = (nameOrPath: string): Promise<LoadedDataset> =>
  loadDataset({ nameOrPath, cacheDir: '/nowhere' });

describe('a file of APPS problems in two lists of inputs and outputs', () => {
  it('gives programs that read and write, the public tests shown and the others hidden', async () => {
    const { name, rows, repeated, counts } = await load(fixture('columns.json'));
    expect([name, repeated, counts.visible]).toEqual(['columns', 0, { 0: 1, 1: 1, '2+': 0 }]);
    expect(rows[0]).toEqual({
      problem: {
        kind: 'script',
        id: '1',
        dataset: 'columns',
        statement: 'Print the sum of two numbers.',
        rule: { kind: 'lines' },
        visibleTests: [{ stdin: '1 2\n', stdout: '3\n' }],
      },
      hidden: {
        kind: 'script',
        tests: [
          { stdin: '1 2\n', stdout: '3\n' },
          { stdin: '20 22\n', stdout: '42\n' },
        ],
      },
    });
  });

  it('compares by numbers where an answer is a fraction', async () => {
    const { rows } = await load(fixture('columns.json'));
    expect(rows[1]?.problem).toMatchObject({ rule: { kind: 'numbers' } });
  });
});

const published = {
  problem_id: 7,
  question:
    'Print the sum.\n\n-----Example-----\nInput\n1 2\n\nOutput\n3\n\n-----Note-----\n10 is ten.\n',
  solutions: JSON.stringify(['first', 'second']),
  input_output: '{"inputs": ["1 2\\n", "5 5\\n"], "outputs": ["3\\n", "10\\n"]}',
  difficulty: 'interview',
  url: 'https://example.org/7',
  starter_code: '',
};

describe('a file of APPS problems as published', () => {
  it('hides all tests and shows those that the question prints itself; the first solution is the reference', async () => {
    const { form, rows } = await loadRows([published]);
    expect([form, rows[0]]).toEqual([
      'APPS',
      sumProblem(
        { id: '7', rule: { kind: 'lines' }, statement: published.question },
        { reference: 'first' },
      ),
    ]);
  });

  it('shows no test that only stands in the question by chance', async () => {
    const input_output = JSON.stringify({ inputs: ['3\n', '1'], outputs: ['1 2\n', '3'] });
    const { rows } = await loadRows([{ ...published, input_output }]);
    expect(rows[0]?.problem.visibleTests).toEqual([]);
  });

  it('calls a function where one is named, a method where the starter has a class', async () => {
    const input_output =
      '{"fn_name": "add", "inputs": [[1.0, 12345678901234567890]], "outputs": [["a"]]}';
    const row = { ...published, solutions: '', input_output };
    const call = { input: '1.0\n12345678901234567890', output: '"a"', published: '["a"]' };
    const test = callsTest('add', [call]);
    const { rows } = await loadRows([
      row,
      {
        ...row,
        problem_id: undefined,
        id: 8,
        starter_code: 'class Solution:\n    def add(self, a, b):',
      },
    ]);
    expect(rows.map(({ problem, hidden }) => [problem.id, hidden])).toEqual([
      ['7', { kind: 'function', setup: '', test }],
      ['8', { kind: 'function', setup: '', test }],
    ]);
    expect(rows.map(({ problem }) => 'className' in problem)).toEqual([false, true]);
  });

  it('writes arguments and results as the JSON they were, to the last digit and half a pair', async () => {
    const given = '{"k": [1e400, -0.0, "\\ud800\\n"]}';
    const input_output = `{"fn_name": "add", "inputs": [[${given}]], "outputs": [[${given}, 2]]}`;
    const { rows } = await loadRows([{ ...published, solutions: '', input_output }]);
    const test = callsTest('add', [{ input: given, output: `[${given}, 2]` }]);
    expect(rows[0]?.hidden).toMatchObject({ test });
  });

  it('asserts where an argument is written as Python alone writes it', async () => {
    const input_output = JSON.stringify({
      fn_name: 'add',
      inputs: ['(1,)\n2', '1\n2'],
      outputs: [[3], [4]],
    });
    const { rows } = await loadRows([{ ...published, solutions: '', input_output }]);
    expect(rows[0]?.hidden).toMatchObject({
      test: 'assert add((1,), 2) == 3\nassert add(1, 2) == 4\n',
    });
  });

  it.each([
    ['input_output', { input_output: '' }, 'is empty: nothing would be tested'],
    ['input_output', { input_output: '{"inputs": ["1"], "outputs": []}' }, 'not as many outputs'],
    ['input_output', { input_output: '{"inputs": [], "outputs": []}' }, 'at least one test'],
    ['input_output', { input_output: '{"inputs": ["1"], "outputs": ["1"]' }, 'holds no JSON'],
    ['solutions', { solutions: '{"a": 1}' }, 'holds no list of programs'],
    ['problem_id', { problem_id: undefined }, 'is missing'],
  ])('is refused by field %s of %j', async (field, changes, words) => {
    const said = await refusalOf([{ ...published, ...changes }]);
    expect(said).toContain(`line 1, field "${field}"`);
    expect(said).toContain(words);
  });
});

describe('a file of APPS problems with pairs of input and output', () => {
  it('takes what is no text as Python prints it, with all its digits', async () => {
    const { rows } = await load(fixture('pairs.jsonl'));
    const tests = rows.map(({ hidden }) => (hidden.kind === 'script' ? hidden.tests : []));
    expect(tests[0]?.map(({ stdout }) => stdout)).toEqual(['False', 'True']);
    expect(tests[1]).toEqual([
      { stdin: '25', stdout: '[10000000000000000000000000, -1.0, None, "it\'s"]' },
      { stdin: '1\n2', stdout: 'one\ntwo' },
    ]);
  });

  it('passes over a row that repeats an earlier one, and counts it', async () => {
    const { rows, repeated } = await load(fixture('pairs.jsonl'));
    expect(rows.map(({ problem }) => problem.id)).toEqual(['11', '12', '13']);
    expect(repeated).toBe(1);
  });

  it('makes a function of a row with fn_name', async () => {
    const { rows } = await load(fixture('pairs.jsonl'));
    expect(rows[2]).toEqual({
      problem: {
        kind: 'function',
        id: '13',
        dataset: 'pairs',
        statement: 'Add.\n\ndef add(a, b):\n',
        entryPoint: 'add',
        preamble: '',
        visibleTests: ['assert add(1, 2) == 3'],
        visibleSetup: '',
      },
      hidden: {
        kind: 'function',
        setup: '',
        test: [
          "assert add([1], ['a']) == [1, 'a']",
          'assert add(10000000000000000000001, 0.5) == 10000000000000000000001.5',
          '',
        ].join('\n'),
      },
    });
  });
});

describe('a malformed APPS row', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-apps-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const pairs = {
    name: '1',
    description: 'Add.',
    sample_io: [{ input: '1', output: ['1'] }],
    test_list: [{ input: '1', output: ['1'] }],
  };
  const columns = {
    name: 1,
    description: 'Add.',
    public_tests: { input: ['1'], output: ['1'] },
    private_tests: { input: ['1'], output: ['1'] },
  };
  const one = [{ input: '1', output: ['1'] }];

  it.each([
    ['no test', { ...pairs, test_list: [] }, 'line 1, field "test_list": expected at least one'],
    ['no output', { ...pairs, test_list: [{ input: '1' }] }, 'test_list.0.output": is missing'],
    ['no description', { ...pairs, description: ' ' }, 'field "description": is empty'],
    ['no tests at all', { ...pairs, sample_io: undefined }, 'field "sample_io": is missing'],
    [
      'an odd input',
      { ...pairs, sample_io: [{ input: 5, output: ['1'] }] },
      'sample_io.0": has an',
    ],
    ['an odd name', { ...pairs, name: 'a b' }, 'field "name"'],
    [
      'fewer outputs than inputs',
      { ...columns, private_tests: { input: ['1', '2'], output: ['1'] } },
      'field "private_tests": has not as many outputs as inputs',
    ],
    [
      'an output that nothing can be compared with',
      { ...pairs, test_list: [{ input: '1', output: ['x'.repeat(70_000)] }] },
      'test_list.0": expects more output than can be compared',
    ],
    [
      'arguments that are no literals',
      { ...pairs, fn_name: 'f', sample_io: one, test_list: [{ input: 'open(1)', output: [1] }] },
      'test_list.0": has an input that is no list of arguments',
    ],
    [
      'a function under a keyword of Python',
      { ...pairs, fn_name: 'lambda' },
      'field "fn_name": is a keyword of Python',
    ],
    [
      'arguments and null for the function',
      { ...pairs, fn_name: null, sample_io: one, test_list: [{ input: [1, 2], output: [3] }] },
      'test_list.0": has an input that is neither a text nor a list of lines, and fn_name is null',
    ],
  ])('with %s is refused by name', async (_what, row, says) => {
    const path = join(folder, 'rows.jsonl');
    writeFileSync(path, JSON.stringify(row));
    const error = await load(path).catch((thrown: unknown) => thrown as UsageError);
    expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(says) as string });
    expect((error as UsageError).message).toContain(path);
    expect((error as UsageError).remedy).not.toBe('');
  });

  it('that says something else under an id that was there is refused, by the number of its row', async () => {
    const path = join(folder, 'rows.json');
    writeFileSync(path, JSON.stringify([columns, columns, { ...columns, description: 'Other.' }]));
    await expect(load(path)).rejects.toThrow('row 3, field "name": "1" stands on row 1 already');
  });

  it('that asks the same and is judged by other tests is refused, too', async () => {
    const path = join(folder, 'rows.json');
    const other = { ...columns, private_tests: { input: ['2'], output: ['2'] } };
    writeFileSync(path, JSON.stringify([columns, other]));
    await expect(load(path)).rejects.toThrow('row 2, field "name": "1" stands on row 1 already');
  });

  it('takes no Python statements as its visible tests', async () => {
    const given = join(folder, 'given.jsonl');
    writeFileSync(given, JSON.stringify({ task_id: '11', given_tests: ['assert True'] }));
    const loading = loadDataset({
      nameOrPath: fixture('pairs.jsonl'),
      visibleTestsFile: given,
      cacheDir: '/nowhere',
    });
    await expect(loading).rejects.toThrow('whole program without a function to call');
  });
});

const codeTree = 'programs/apps-codetree-150.json';
const mapCoder = 'programs/apps-mapcoder-150.jsonl';
describeWithData([codeTree, mapCoder])('the published APPS problems', () => {
  it('of CodeTree are 150 programs that read and write', async () => {
    const { name, rows, repeated } = await load(sharedData(codeTree));
    expect([name, rows.length, repeated]).toEqual(['apps-codetree-150', 150, 0]);
    expect(rows.every(({ problem }) => problem.kind === 'script')).toBe(true);
  });

  it('of MapCoder are 128 of 150 rows, and keep every digit of their answers', async () => {
    const { rows, repeated, counts } = await load(sharedData(mapCoder));
    expect([rows.length, repeated, counts.visible[0]]).toEqual([128, 22, 12]);
    expect(JSON.stringify(rows)).toContain(
      '6188999442576576769103890995893380022607743740081787109376',
    );
  });
});
