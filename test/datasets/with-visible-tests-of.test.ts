import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UsageError } from '../../core/errors/errors';
import { loadDataset } from '../../datasets';

const humanEvalRow = {
  task_id: 'HumanEval/0',
  prompt: 'def add(a, b):\n    """Sum.\n    >>> add(1, 2)\n    3\n    """\n',
  entry_point: 'add',
  test: 'def check(candidate):\n    assert candidate(2, 2) == 4\n',
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-visible-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const jsonl = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const load = (nameOrPath: string, visibleTestsFile: string) =>
  loadDataset({ nameOrPath, visibleTestsFile, cacheDir: join(folder, 'cache') });

describe('a visible-tests file', () => {
  const given = (tests: unknown, id = 'HumanEval/0') => ({ task_id: id, given_tests: tests });

  it('replaces the tests of the problems it names, and leaves the others theirs', async () => {
    const data = file('d.jsonl', jsonl(humanEvalRow, { ...humanEvalRow, task_id: 'HumanEval/1' }));
    const tests = file(
      't.jsonl',
      jsonl(given(['assert add(0, 0) == 0', 'assert 1']), given([], 'x')),
    );
    const { rows, counts, visibleFile } = await load(data, tests);
    expect([...(visibleFile?.unnamed ?? [])]).toEqual(['HumanEval/1']);
    expect(rows.map(({ problem }) => problem.visibleTests)).toEqual([
      ['assert add(0, 0) == 0', 'assert 1'],
      ['assert add(1, 2) == 3'],
    ]);
    expect(counts.visible).toEqual({ 0: 0, 1: 1, '2+': 1 });
  });

  it('makes another data set that is judged by the same, and says from which file', async () => {
    const data = file('d.jsonl', jsonl(humanEvalRow));
    const text = jsonl(given(['assert add(0, 0) == 0']));
    const tests = file('t.jsonl', text);
    const own = await loadDataset({ nameOrPath: data, cacheDir: join(folder, 'cache') });
    const other = await load(data, tests);
    expect(other.sha256).not.toBe(own.sha256);
    expect(other.judgedSha256).toBe(own.judgedSha256);
    expect(own.visibleFile).toBeUndefined();
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(other.visibleFile).toEqual({ name: 't.jsonl', sha256, unnamed: new Set() });
    const judged = file(
      'e.jsonl',
      jsonl({ ...humanEvalRow, test: 'def check(f):\n    assert f(1, 1) == 2\n' }),
    );
    expect((await load(judged, tests)).judgedSha256).not.toBe(own.judgedSha256);
  });

  it.each([
    ['names no problem', jsonl(given([], 'other')), 'for none of the data set'],
    [
      'lacks the tests',
      jsonl({ task_id: 'HumanEval/0' }),
      'line 1, field "given_tests": is missing',
    ],
    ['holds no list', jsonl(given('assert 1')), 'field "given_tests": '],
    ['holds no text', jsonl(given(['assert 1', 7])), 'field "given_tests.1": '],
    ['holds no Python', jsonl(given(['assert 1', 'f(1) => 2'])), 'field "given_tests.1": is not a'],
    ['names a problem twice', jsonl(given([]), given([])), 'line 2, field "task_id": '],
    ['is empty', '', 'is empty'],
  ])('is refused when it %s', async (_, content, words) => {
    const data = file('d.jsonl', jsonl(humanEvalRow));
    const error: unknown = await load(data, file('t.jsonl', content)).catch(
      (caught: unknown) => caught,
    );
    if (!(error instanceof UsageError)) throw new Error(`no UsageError but ${String(error)}`);
    expect(error.message).toContain(join(folder, 't.jsonl'));
    expect(error.message).toContain(words);
  });
});
