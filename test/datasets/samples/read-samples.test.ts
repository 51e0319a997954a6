import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { UsageError } from '../../../core/errors/errors';
import { readSamples } from '../../../datasets';
import type { ReadSamples } from '../../../datasets';

const problems = Array.from({ length: 12 }, (_, number) => `HumanEval/${String(number)}`);

describe('samples', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'espalier-samples-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function put(name: string, content: string | Buffer): string {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }
  const read = (path: string): Promise<ReadSamples> => readSamples(path, { problems });
  const refused = async (path: string): Promise<string> => {
    const error: unknown = await read(path).catch((caught: unknown) => caught);
    if (!(error instanceof UsageError)) throw new Error(`no UsageError but ${String(error)}`);
    expect(error.exitCode).toBe(2);
    return `${error.message.replace(folder, '')} | ${error.remedy}`;
  };

  it('are rows with a solution, which wins, or a completion', async () => {
    const rows = [
      '{"task_id": "HumanEval/1", "completion": "  return 1", "solution": "def f(): pass"}',
      '{"task_id": "HumanEval/0", "completion": "  return 1"}',
    ];
    const { samples } = await read(put('s.jsonl', `${rows.join('\n')}\n`));
    expect(samples).toEqual([
      { problem: 'HumanEval/1', sample: 0, form: 'solution', text: 'def f(): pass', row: rows[0] },
      { problem: 'HumanEval/0', sample: 0, form: 'completion', text: '  return 1', row: rows[1] },
    ]);
  });

  it('of one problem are numbered in the order of the file, blank lines aside, packed or not', async () => {
    const text = ['a', '', 'b', '   ', 'c']
      .map((one) =>
        one.trim() === '' ? one : JSON.stringify({ task_id: 'humaneval/3', solution: one }),
      )
      .join('\r\n');
    for (const path of [put('s.jsonl', text), put('s.jsonl.gz', gzipSync(text))]) {
      const { samples } = await read(path);
      expect(samples.map((one) => [one.problem, one.sample, one.text])).toEqual([
        ['HumanEval/3', 0, 'a'],
        ['HumanEval/3', 1, 'b'],
        ['HumanEval/3', 2, 'c'],
      ]);
    }
  });

  it('keep their row to the letter: numbers of any size, NaN, results of an earlier evaluation', async () => {
    const row =
      '{"task_id": "HumanEval/0", "completion": "x\\r\\n", "seed": 12345678901234567890, "score": NaN, "result": "passed", "passed": true}';
    const { samples } = await read(put('s.jsonl_results.jsonl', row));
    expect(samples).toMatchObject([{ form: 'completion', text: 'x\r\n', row }]);
  });

  it('are recorded programs, and lists of completions, one sample each', async () => {
    const rows = [
      { task_id: 'HumanEval/0', program: 'def f(): pass', reply: null, recorded_pass: true },
      { task_id: 'HumanEval/1', model: 'm', completions: ['  return 1', '  return 2'] },
    ];
    const { samples } = await read(
      put('s.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')),
    );
    expect(
      samples.map(({ problem, sample, form, text, row }) => [
        problem,
        sample,
        form,
        text,
        row === null,
      ]),
    ).toEqual([
      ['HumanEval/0', 0, 'solution', 'def f(): pass', false],
      ['HumanEval/1', 0, 'completion', '  return 1', true],
      ['HumanEval/1', 1, 'completion', '  return 2', true],
    ]);
  });

  it('are the first of solution, completion, completions and program that is there, also an empty one', async () => {
    const task_id = 'HumanEval/0';
    const rows = [
      { task_id, solution: '', completion: 'c', completions: ['l'], program: 'p' },
      { task_id, solution: null, completion: '', completions: ['l'], program: 'p' },
      { task_id, completion: null, completions: ['l', ''], program: 'p' },
      { task_id, completions: null, program: '' },
      { task_id, completions: [], program: 'p' },
    ];
    const { samples } = await read(
      put('s.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')),
    );
    expect(samples.map(({ form, text }) => [form, text])).toEqual([
      ['solution', ''],
      ['completion', ''],
      ['completion', 'l'],
      ['completion', ''],
      ['solution', ''],
    ]);
  });

  it('without a program are refused with what they have, as far as a line has room', async () => {
    const of = (length: number, letters: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, at) => [`${'c'.repeat(letters)}${String(at)}`, 1] as const),
      );
    const row = (own: object) => put('s.jsonl', JSON.stringify({ task_id: 'HumanEval/0', ...own }));
    const many = await refused(row(of(25, 1)));
    expect(many).toContain('c18)');
    expect(many).not.toContain('c19');
    const long = await refused(row(of(3, 400)));
    expect(/\(found ([^)]*)\)/u.exec(long)?.[1]).toHaveLength(300);
  });

  it('for what the data set does not have are given apart', async () => {
    const ids = ['HumanEval/0', 'HumanEval/99', 'Mbpp/2', 'HumanEval/99', 7];
    const path = put(
      's.jsonl',
      ids.map((id) => JSON.stringify({ task_id: id, solution: 'x' })).join('\n'),
    );
    const { samples, unknown } = await read(path);
    expect(samples.map(({ problem }) => problem)).toEqual(['HumanEval/0', 'HumanEval/7']);
    expect(unknown).toEqual([
      { problem: 'HumanEval/99', samples: 2 },
      { problem: 'Mbpp/2', samples: 1 },
    ]);
  });

  it('are the programs of a folder, by number', async () => {
    for (const name of [
      'HumanEval_10/0.py',
      'HumanEval_2/10.py',
      'HumanEval_2/9.py',
      'Other_1/0.py',
    ])
      put(`run/${name}`, `# ${name}`);
    put('run/HumanEval_2/notes.txt', 'none');
    put('run/eval_results.json', '{}');
    const { samples, unknown } = await read(join(folder, 'run'));
    expect(samples).toEqual([
      {
        problem: 'HumanEval/2',
        sample: 0,
        form: 'solution',
        text: '# HumanEval_2/9.py',
        row: null,
      },
      {
        problem: 'HumanEval/2',
        sample: 1,
        form: 'solution',
        text: '# HumanEval_2/10.py',
        row: null,
      },
      {
        problem: 'HumanEval/10',
        sample: 0,
        form: 'solution',
        text: '# HumanEval_10/0.py',
        row: null,
      },
    ]);
    expect(unknown).toEqual([{ problem: 'Other/1', samples: 1 }]);
  });

  it('are found in a folder also where ids have an underscore of their own', async () => {
    put('run/abc301_a/0.py', 'x');
    const { samples } = await readSamples(join(folder, 'run'), { problems: ['abc301_a'] });
    expect(samples).toMatchObject([{ problem: 'abc301_a', text: 'x' }]);
  });

  it("are the programs of LiveCodeBench's lists", async () => {
    const path = put(
      'out.json',
      '[\n {"question_id": "1873_A", "code_list": ["a", "b"]},\n {"question_id": 2730, "code_list": []}]',
    );
    const { samples } = await readSamples(path, { problems: ['1873_A', '2730'] });
    expect(samples).toEqual([
      { problem: '1873_A', sample: 0, form: 'solution', text: 'a', row: null },
      { problem: '1873_A', sample: 1, form: 'solution', text: 'b', row: null },
    ]);
  });

  it.each([
    [
      '{"task_id": "HumanEval/0", "completion": "a"}\n\n{"task_id"',
      '/s.jsonl, line 3: is not JSON',
      'one JSON object',
    ],
    [
      '{"task_id": "HumanEval/0", "solution": ["a", "b"]}',
      '/s.jsonl, line 1, field "solution": expected a text; for several samples repeat the row',
      'Correct "solution"',
    ],
    ['{"completion": "a"}', '/s.jsonl, line 1, field "task_id": is missing', 'Add "task_id"'],
    [
      '{"task_id": "HumanEval/0", "code": "a"}',
      '/s.jsonl, line 1: has no program: solution, completion, completions and program are missing or null (found task_id, code)',
      '"solution"',
    ],
    [
      '{"task_id": "HumanEval/0", "solution": null}',
      '/s.jsonl, line 1: has no program',
      '"completion"',
    ],
    [
      '"a"',
      '/s.jsonl, line 1: is a single value, not a JSON object',
      'one JSON object on each line',
    ],
    [
      '{"task_id": "HumanEval/0", "completions": "a"}',
      '/s.jsonl, line 1, field "completions": expected a list of texts',
      'Correct "completions"',
    ],
    ['\n \n', '/s.jsonl holds no rows, only blank lines', 'one JSON object a line'],
    ['', '/s.jsonl is empty', 'one JSON object a line'],
    ['[{"question_id": "1"}]', '/s.jsonl, row 1, field "code_list": is missing', 'Add "code_list"'],
    ['[["a"]]', '/s.jsonl, row 1: is no question with its programs', '"question_id"'],
    ['[{', '/s.jsonl begins as a JSON list and is none', 'one JSON object a line'],
  ])('%j are refused by place, with cause and remedy', async (text, message, remedy) => {
    const said = await refused(put('s.jsonl', text));
    expect(said).toContain(message);
    expect(said.slice(said.indexOf(' | '))).toContain(remedy);
  });

  it.each([
    '{"date": "2026-11-24 02:55", "hash": "84f4", "eval": {"HumanEval/0": []}}',
    '{\n  "date": "2024-03-27 15:49",\n  "hash": "84f4",\n  "eval": {\n    "HumanEval/0": {}\n  }\n}\n',
  ])('that are results of EvalPlus instead are told so, with what to give', async (text) => {
    expect(await refused(put('s_eval_results.json', text))).toBe(
      '/s_eval_results.json holds results of EvalPlus, not samples | ' +
        'Give the samples that it tells of: X.jsonl beside X_eval_results.json, or the folder that eval_results.json lies in',
    );
  });

  it('that are absent, damaged, no UTF-8 or an empty folder are refused', async () => {
    expect(await refused(join(folder, 'none.jsonl'))).toContain('does not exist');
    expect(await refused(put('s.jsonl.gz', 'x'))).toContain('is not gzip');
    expect(await refused(put('t.jsonl', Buffer.from([0x7b, 0xff, 0x7d])))).toContain(
      'line 1: is not UTF-8',
    );
    put('run/HumanEval_0/0.py', Buffer.from([0xff]));
    expect(await refused(join(folder, 'run'))).toContain(
      '/run/HumanEval_0/0.py cannot be read as UTF-8',
    );
    put('bare/readme.md', '');
    expect(await refused(join(folder, 'bare'))).toContain('/bare holds no samples');
  });
});
