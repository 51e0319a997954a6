import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Row {
  readonly file: string;
  readonly wallMs: number;
  readonly cpuMs: number | null;
}

const { merged, readTimings, timingsText } = jest.requireActual<{
  readonly merged: (table: readonly Row[], run: readonly Row[]) => readonly Row[];
  readonly readTimings: (path: string) => readonly Row[];
  readonly timingsText: (rows: readonly Row[]) => string;
}>('./table.cjs');

const { groupText } = jest.requireActual<{
  readonly groupText: (files: readonly string[]) => string;
}>('../run/groups.cjs');

const row = (file: string, wallMs: number, cpuMs: number | null = 100): Row => ({
  ...{ file, wallMs, cpuMs },
});

describe('the table of test timings', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-table-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('holds the slowest file first, and reads as it was written', () => {
    const path = join(folder, 'timings.tsv');
    const text = timingsText([row('b', 1_000), row('c', 2_500, null), row('a', 1_000)]);
    expect(text).toBe('file\twall_s\tcpu_s\nc\t2.5\t\na\t1.0\t0.1\nb\t1.0\t0.1\n');
    writeFileSync(path, text);
    expect(readTimings(path)).toEqual([row('c', 2_500, null), row('a', 1_000), row('b', 1_000)]);
  });

  it('is empty when there is no file', () => {
    expect(readTimings(join(folder, 'missing.tsv'))).toEqual([]);
  });

  it('takes the rows of a run and keeps the rows of other files', () => {
    const table = [row('a', 1_000), row('b', 2_000)];
    expect(merged(table, [row('b', 3_000), row('c', 4_000)])).toEqual([
      ...[row('a', 1_000), row('b', 3_000), row('c', 4_000)],
    ]);
  });
});

describe('the reporter of test timings', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-table-'));
    for (const name of ['a.test.ts', 'b.test.ts']) writeFileSync(join(folder, name), '');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Files of the table after a run of one file. */
  function filesAfter(run: { readonly file: string; readonly testNamePattern?: string }) {
    const { file, testNamePattern } = run;
    const path = join(folder, 'test-timings.tsv');
    const table = [row('b.test.ts', 1_000), row('deleted.test.ts', 1_000)];
    writeFileSync(path, timingsText(table));
    const code = `
      const Reporter = require(${JSON.stringify(join(__dirname, 'reporter.cjs'))});
      const [rootDir, file, testNamePattern] = process.argv.slice(1);
      const reporter = new Reporter({ rootDir, testNamePattern });
      reporter.onRunComplete([], {
        testResults: [{ testFilePath: rootDir + '/' + file, perfStats: { runtime: 5000 } }],
      });`;
    execFileSync(process.execPath, ['-e', code, folder, file, testNamePattern ?? ''], {
      env: { ...process.env, ESPALIER_TIMINGS_FILE: path },
    });
    return readTimings(path).map((kept) => `${kept.file} ${String(kept.wallMs)}`);
  }

  it('keeps the times of files that did not run, and drops files that are gone', () => {
    expect(filesAfter({ file: 'a.test.ts' })).toEqual(['a.test.ts 5000', 'b.test.ts 1000']);
  });

  it('keeps the table when a filter of test names ran only a part of each file', () => {
    const files = filesAfter({ file: 'a.test.ts', testNamePattern: 'x' });
    expect(files).toEqual(['b.test.ts 1000', 'deleted.test.ts 1000']);
  });

  it('shares the time of a group among its files, by the time of their tests', () => {
    const groups = join(folder, 'test', 'run', 'groups');
    mkdirSync(groups, { recursive: true });
    writeFileSync(join(groups, '0.test.cjs'), groupText(['a.test.ts', 'b.test.ts']));
    const path = join(folder, 'test-timings.tsv');
    const code = `
      const Reporter = require(${JSON.stringify(join(__dirname, 'reporter.cjs'))});
      const [rootDir] = process.argv.slice(1);
      const tests = [['a.test.ts', 300], ['a.test.ts', 600], ['b.test.ts', 100]];
      new Reporter({ rootDir }).onRunComplete([], {
        testResults: [{
          testFilePath: rootDir + '/test/run/groups/0.test.cjs',
          perfStats: { runtime: 2000 },
          testResults: tests.map(([file, duration]) => ({ ancestorTitles: [file, 'x'], duration })),
        }],
      });`;
    execFileSync(process.execPath, ['-e', code, folder], {
      env: { ...process.env, ESPALIER_TIMINGS_FILE: path },
      stdio: 'pipe',
    });
    expect(readTimings(path).map(({ file, wallMs }) => [file, wallMs])).toEqual([
      ['a.test.ts', 1_800],
      ['b.test.ts', 200],
    ]);
  });
});
