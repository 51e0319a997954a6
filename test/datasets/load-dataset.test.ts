import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { UsageError } from '../../core/errors/errors';
import { loadDataset } from '../../datasets';
import { describeWithData, sharedData } from '../prerequisites';

const humanEvalRow = {
  task_id: 'HumanEval/0',
  prompt: 'def add(a, b):\n    """Sum.\n    >>> add(1, 2)\n    3\n    """\n',
  entry_point: 'add',
  canonical_solution: '    return a + b  # canonical-secret\n',
  test: 'def check(candidate):\n    assert candidate(2, 2) == 4  # hidden-secret\n',
};
const mbppRow = {
  task_id: 11,
  text: 'Write a function to add.',
  code: 'import math\r\ndef helper(x):\r\n\treturn x\r\ndef add(a, b = 0):\r\n\treturn a + b # code-secret',
  test_list: ['assert add(1,2) == 3', 'assert add(2,2) == 4'],
  test_setup_code: 'zero = 0',
  challenge_test_list: ['assert add(5) == 5'],
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-datasets-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const jsonl = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const load = (nameOrPath: string, visibleTestsFile?: string) =>
  loadDataset({ nameOrPath, visibleTestsFile, cacheDir: join(folder, 'cache') });

async function refusal(nameOrPath: string): Promise<UsageError> {
  const error: unknown = await load(nameOrPath).catch((caught: unknown) => caught);
  if (!(error instanceof UsageError)) throw new Error(`no UsageError but ${String(error)}`);
  expect(error.exitCode).toBe(2);
  expect(error.remedy).not.toBe('');
  return error;
}

describe('a file in HumanEval form', () => {
  it('cannot ask for another assurance: only an adapter can', async () => {
    const { rows } = await load(file('p.jsonl', jsonl({ ...humanEvalRow, assurance: 'shared' })));
    expect(rows[0]?.problem).not.toHaveProperty('assurance');
  });

  it('gives problems whose prompt is statement and preamble; the canonical solution goes with the hidden check', async () => {
    const loaded = await load(file('problems.jsonl', jsonl(humanEvalRow)));
    expect(loaded.name).toBe('humaneval');
    expect(loaded.counts.visible).toEqual({ 0: 0, 1: 1, '2+': 0 });
    expect(loaded.rows).toEqual([
      {
        problem: {
          kind: 'function',
          id: 'HumanEval/0',
          dataset: 'humaneval',
          statement: humanEvalRow.prompt,
          entryPoint: 'add',
          preamble: humanEvalRow.prompt,
          visibleTests: ['assert add(1, 2) == 3'],
          visibleSetup: '',
        },
        hidden: {
          kind: 'function',
          setup: '',
          test: `${humanEvalRow.test}\n\ncheck(add)\n`,
          reference: humanEvalRow.canonical_solution,
        },
      },
    ]);
    expect(JSON.stringify(loaded.rows[0]?.problem)).not.toMatch(/(canonical|hidden)-secret/u);
  });

  it('is named after the file when the ids say nothing', async () => {
    const path = file('my-set.jsonl.gz', gzipSync(jsonl({ ...humanEvalRow, task_id: 'mine/1' })));
    const { name, rows } = await load(path);
    expect([name, rows[0]?.problem.dataset]).toEqual(['my-set', 'my-set']);
  });

  it('needs no canonical solution and minds no other fields', async () => {
    const row = { ...humanEvalRow, canonical_solution: undefined, extra: [1] };
    const { rows } = await load(
      file('a.jsonl', jsonl(row, { ...row, task_id: 'HumanEval/1', canonical_solution: 7 })),
    );
    expect(rows.map(({ hidden }) => 'reference' in hidden)).toEqual([false, false]);
  });
});

describe('a file in MBPP form', () => {
  it('gives the function that the first test calls, and the tests by who may see them', async () => {
    const { name, rows } = await load(file('m.jsonl', jsonl(mbppRow)));
    expect(name).toBe('mbpp');
    expect(rows).toEqual([
      {
        problem: {
          kind: 'function',
          id: 'MBPP/11',
          dataset: 'mbpp',
          statement: 'Write a function to add.\n\nSignature: def add(a, b=0)\n',
          entryPoint: 'add',
          preamble: '',
          visibleTests: ['assert add(1,2) == 3'],
          visibleSetup: 'zero = 0',
        },
        hidden: {
          kind: 'function',
          setup: 'zero = 0',
          test: 'assert add(1,2) == 3\nassert add(2,2) == 4\nassert add(5) == 5\n',
          reference: mbppRow.code.replaceAll('\r', ''),
        },
      },
    ]);
  });

  it('shows nothing of the reference solution but the signature', async () => {
    const row = { ...mbppRow, test_list: ['assert add(Pair(1)) == 3', 'assert 1'] };
    row.code += '\nclass Pair:\n    secret = 1\n';
    const { rows } = await load(file('m.jsonl', jsonl(row)));
    expect(rows[0]?.problem.statement).toContain('Also to be defined: class Pair');
    expect(JSON.stringify(rows.map(({ problem }) => problem))).not.toContain('secret');
  });

  it('takes all rows of a file, also those outside the test split', async () => {
    const { rows } = await load(file('m.jsonl', jsonl(mbppRow, { ...mbppRow, task_id: 900 })));
    expect(rows.map(({ problem }) => problem.id)).toEqual(['MBPP/11', 'MBPP/900']);
  });
});

describe('the identity of a data set', () => {
  it('is its content: packing, name and line ends do not count', async () => {
    const crlf = {
      ...humanEvalRow,
      prompt: humanEvalRow.prompt.replaceAll('\n', '\r\n'),
    };
    const hashes = await Promise.all(
      [
        file('a.jsonl', jsonl({ ...humanEvalRow, task_id: 't/0' })),
        file('b.jsonl.gz', gzipSync(jsonl({ ...humanEvalRow, task_id: 't/0' }))),
        file('c.jsonl', `\uFEFF${jsonl({ ...crlf, task_id: 't/0' }).replaceAll('\n', '\r\n\r\n')}`),
      ].map(async (path) => (await load(path)).sha256),
    );
    expect(new Set(hashes).size).toBe(1);
    expect(hashes[0]).toMatch(/^[\da-f]{64}$/);
  });

  it('changes with a hidden test, a reference, a prompt, an id, the order and the visible tests', async () => {
    const other = { ...humanEvalRow, task_id: 'HumanEval/1' };
    const base = file('base.jsonl', jsonl(humanEvalRow, other));
    const given = file('g.jsonl', jsonl({ task_id: 'HumanEval/0', given_tests: ['assert 1'] }));
    const loaded = [
      await load(base),
      await load(base, given),
      await load(file('1.jsonl', jsonl(other, humanEvalRow))),
      await load(file('2.jsonl', jsonl({ ...humanEvalRow, test: `${humanEvalRow.test}#` }, other))),
      await load(file('r.jsonl', jsonl({ ...humanEvalRow, canonical_solution: 'x' }, other))),
      await load(file('3.jsonl', jsonl({ ...humanEvalRow, prompt: 'def add(): pass' }, other))),
    ];
    expect(new Set(loaded.map(({ sha256 }) => sha256)).size).toBe(loaded.length);
  });
});

describe('the name of a data set', () => {
  const nameOf = async (path: string): Promise<string> => (await load(path)).name;
  const idsOf = (...ids: readonly string[]) =>
    jsonl(...ids.map((task_id) => ({ ...humanEvalRow, task_id })));

  it('is told by the ids of all rows', async () => {
    expect(await nameOf(file('a.jsonl', idsOf('HumanEval/0', 'HumanEval/1')))).toBe('humaneval');
    expect(await nameOf(file('a.jsonl', idsOf('HumanEval/0', 'mine/1')))).toBe('a');
    expect(await nameOf(file('a.jsonl', idsOf('MBPP/1', 'MBPP/2')))).toBe('mbpp');
    expect(await nameOf(file('a.jsonl', idsOf('MBPP/1', 'mine/2')))).toBe('a');
    expect(await nameOf(file('a.jsonl', idsOf('BigCodeBench/1')))).toBe('bigcodebench');
    expect(await nameOf(file('a.jsonl', idsOf('Mbpp/1')))).toBe('a');
  });

  it('is else that of the file, without what says how it is packed', async () => {
    const text = idsOf('mine/0');
    expect(await nameOf(file('b.c.jsonl', text))).toBe('b.c');
    expect(await nameOf(file('b.gz', gzipSync(text)))).toBe('b');
    expect(await nameOf(file('d.json', JSON.stringify([{ ...humanEvalRow, task_id: 'x' }])))).toBe(
      'd',
    );
    expect(await nameOf(file('.jsonl', text))).toBe('dataset');
  });
});

describe('a data set that cannot be used', () => {
  it('by an unknown name is answered with the known ones and the way by path', async () => {
    for (const name of ['humanevil', 'toString', '__proto__', '']) {
      const error = await refusal(name);
      expect(error.message).toContain(JSON.stringify(name));
      expect(error.remedy).toMatch(/humaneval, mbpp, humanevalplus, mbppplus, .*bundled; .*path/);
    }
  });

  const withoutPrompt = { ...humanEvalRow, prompt: undefined };
  it.each<[string, string | Uint8Array, RegExp]>([
    ['has an empty file', '', /is empty$/],
    ['has blank lines only', '\n \n', /holds no rows/],
    ['has a line that is not JSON', `${jsonl(humanEvalRow)}{"task_id": \n`, /line 2: is not JSON/],
    ['is one JSON list', JSON.stringify([humanEvalRow]), /line 1: is a list, not a JSON object/],
    ['has a bare value', '7\n', /line 1: is a single value/],
    ['lacks a field', jsonl(withoutPrompt), /line 1, field "prompt": is missing$/],
    [
      'lacks a field later',
      jsonl(humanEvalRow, withoutPrompt),
      /line 2, field "prompt": is missing$/,
    ],
    ['has a wrong type', jsonl({ ...humanEvalRow, test: 1 }), /line 1, field "test": .*string/],
    ['has an empty prompt', jsonl({ ...humanEvalRow, prompt: ' ' }), /field "prompt": is empty/],
    ['has an id with a line break', jsonl({ ...humanEvalRow, task_id: 'a\nb' }), /field "task_id"/],
    [
      'has an entry point that is no name',
      jsonl({ ...humanEvalRow, entry_point: 'f()' }),
      /"entry_point"/,
    ],
    [
      'has no check',
      jsonl({ ...humanEvalRow, test: 'assert 1' }),
      /field "test": defines no function check/,
    ],
    [
      'repeats an id',
      jsonl(humanEvalRow, humanEvalRow),
      /line 2, field "task_id": "HumanEval\/0" stands on line 1/,
    ],
    ['repeats an MBPP id', jsonl(mbppRow, mbppRow), /line 2, field "task_id": "MBPP\/11"/],
    ['has an MBPP id of text', jsonl({ ...mbppRow, task_id: '11' }), /field "task_id": .*number/],
    [
      'has no MBPP test',
      jsonl({ ...mbppRow, test_list: [] }),
      /field "test_list": expected at least one/,
    ],
    [
      'has an MBPP test of a wrong type',
      jsonl({ ...mbppRow, test_list: ['assert add(1)', 2] }),
      /field "test_list\.1"/,
    ],
    [
      'tests another function',
      jsonl({ ...mbppRow, test_list: ['assert sub(1)'] }),
      /field "test_list": the first test calls no/,
    ],
    [
      'is of another form',
      jsonl({ task_id: 'a', question: 'b' }),
      /line 1: has the fields task_id, question/,
    ],
    [
      'is not UTF-8',
      Buffer.from(`${jsonl(humanEvalRow)}{"a": "\xff"}\n`, 'latin1'),
      /line 2: is not UTF-8/,
    ],
  ])('%s: says which file, line and field', async (_, content, words) => {
    const path = file('bad.jsonl', content);
    const error = await refusal(path);
    expect(error.message).toMatch(words);
    expect(error.message).toContain(path);
  });

  it.each([
    ['is an empty list', '[]', /list\.json is an empty list$/],
    ['is empty', '', /list\.json is empty$/],
    ['has blank lines only', ' \n', /holds no rows, only blank lines$/],
  ])('%s where a list may be: the remedy speaks of one', async (_, content, words) => {
    const error = await refusal(file('list.json', content));
    expect(error.message).toMatch(words);
    expect(error.remedy).toContain('a list of JSON objects');
  });

  it('has a row without a field: says what to add, or what to correct, and counts lines or rows', async () => {
    const without = { ...humanEvalRow, entry_point: undefined };
    const wrong = { ...humanEvalRow, entry_point: 'f()' };
    const remedyOf = async (name: string, row: object): Promise<string> => {
      const content = name.endsWith('l') ? jsonl(row) : JSON.stringify([row]);
      return (await refusal(file(name, content))).remedy;
    };
    expect(await remedyOf('a.jsonl', without)).toBe(
      'Add "entry_point" to the row, or remove the line',
    );
    expect(await remedyOf('a.json', without)).toBe(
      'Add "entry_point" to the row, or remove the row',
    );
    expect(await remedyOf('a.jsonl', wrong)).toBe(
      'Correct "entry_point" in the row, or remove the line',
    );
    expect(await remedyOf('a.json', wrong)).toBe(
      'Correct "entry_point" in the row, or remove the row',
    );
  });

  it('has a member in its list that is no object: says which', async () => {
    const error = await refusal(file('list.json', JSON.stringify([humanEvalRow, 7])));
    expect(error.message).toMatch(/row 2: is a single value, not a JSON object$/);
  });

  it('is not there, is a folder, is not gzip, or is gzip cut short', async () => {
    expect((await refusal(join(folder, 'none.jsonl'))).message).toMatch(/does not exist/);
    expect((await refusal(folder)).message).toMatch(/is a folder/);
    expect((await refusal('/dev/zero')).message).toMatch(/is not a regular file/);
    expect((await refusal(file('plain.jsonl.gz', jsonl(humanEvalRow)))).message).toMatch(
      /not gzip/,
    );
    const cut = gzipSync(jsonl(humanEvalRow)).subarray(0, 60);
    expect((await refusal(file('cut.jsonl.gz', cut))).message).toMatch(/damaged gzip/);
  });

  it('unpacks to more than fits', async () => {
    const mebibyte = gzipSync(Buffer.alloc(1024 * 1024));
    const bomb = Buffer.concat(Array.from({ length: 257 }, () => mebibyte));
    expect((await refusal(file('bomb.jsonl.gz', bomb))).message).toMatch(/more than 256 MiB/);
  });
});

describe('the bundled data set', () => {
  it('loads by name without a network, with visible tests for every problem', async () => {
    const { name, rows, counts } = await load('bundled');
    expect(name).toBe('bundled');
    expect(rows.length).toBeGreaterThanOrEqual(12);
    expect(counts.visible[0]).toBe(0);
    expect(rows.every(({ problem }) => problem.dataset === 'bundled')).toBe(true);
    const seen = JSON.stringify(rows.map(({ problem }) => problem));
    expect(seen).not.toMatch(/canary-(canonical|hidden)/u);
  });
});

const published = ['humaneval/HumanEval.jsonl.gz', 'mbpp/mbpp.jsonl'] as const;
const given = [
  'humaneval/humaneval-visible-tests.jsonl',
  'mbpp/mbpp-test-visible-tests.jsonl',
] as const;
describeWithData([...published, ...given])('the published files', () => {
  it('load whole: 164 and 974 problems', async () => {
    const loaded = await Promise.all(published.map((path) => load(sharedData(path))));
    expect(loaded.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['humaneval', 164],
      ['mbpp', 974],
    ]);
    expect(loaded[1]?.counts.visible).toEqual({ 0: 0, 1: 974, '2+': 0 });
    expect(JSON.stringify(loaded)).not.toContain('\\r\\n');
  });

  it('name the function under test where copies of the data name a helper', async () => {
    const { rows } = await load(sharedData('mbpp/mbpp.jsonl'));
    const entryOf = (id: string) =>
      rows.flatMap(({ problem }) =>
        problem.kind === 'function' && problem.id === id ? [problem.entryPoint] : [],
      )[0];
    expect(['MBPP/18', 'MBPP/56', 'MBPP/152', 'MBPP/367'].map(entryOf)).toEqual([
      'remove_dirty_chars',
      'check',
      'merge_sort',
      'is_tree_balanced',
    ]);
  });

  it("take the CodeTree authors' visible tests", async () => {
    const loaded = await load(sharedData(published[0]), sharedData(given[0]));
    expect(loaded.counts.visible).toEqual({ 0: 0, 1: 31, '2+': 133 });
    expect((await load(sharedData(published[1]), sharedData(given[1]))).rows).toHaveLength(974);
  });
});
