import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Store } from '../../../../core/ports/records';
import { exportDataset } from '../../../../report/datasets/export/export-dataset';
import { madeDataset, sourceRow } from '../made-dataset';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-removals-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const exported = (store: Store, name: string, without: readonly string[] = []) =>
  exportDataset(store, {
    ...{ run: 'made', directory: join(folder, name), forms: ['code-feedback'], force: false },
    parquet: false,
    without: new Set(without),
  });
const linesOf = (...names: readonly string[]): readonly string[] =>
  readFileSync(join(folder, ...names), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

describe('an export after a removal', () => {
  it('lacks what was made of the source, rejected rows too, and keeps all else byte for byte', async () => {
    const { store, run } = await madeDataset([
      { row: sourceRow('a/0'), method: 'keep' },
      { row: sourceRow('b/0'), method: 'keep' },
      { row: sourceRow('b/1'), method: 'keep', end: 'rejected' },
      { row: sourceRow('a/1'), method: 'keep', end: 'rejected' },
    ]);
    await exported(store, 'before');
    await store.runs.removeFromDataset(run, ['b']);
    expect(await exported(store, 'after')).toMatchObject({
      dialogues: 1,
      removed: 1,
      leftOut: ['b'],
    });
    const isOfA = (line: string): boolean => line.includes('a/');
    expect(linesOf('after', 'meta.jsonl')).toEqual(linesOf('before', 'meta.jsonl').filter(isOfA));
    expect(linesOf('after', 'rejected.jsonl')).toEqual(
      linesOf('before', 'rejected.jsonl').filter(isOfA),
    );
    const stats = JSON.parse(readFileSync(join(folder, 'after', 'stats.json'), 'utf8')) as unknown;
    expect(stats).toMatchObject({
      ...{ rows: { removed: 2, exported: 1, rejected: 1 }, leftOut: ['b'] },
      exported: { removed: 1 },
    });
    expect(readFileSync(join(folder, 'after', 'README.md'), 'utf8')).toContain(
      '1 dialogue made of these sources or rows: `b`.',
    );
  });

  it('removes the files of other forms from a folder that is written again', async () => {
    const { store } = await madeDataset([{ row: sourceRow('a/0'), method: 'keep' }]);
    const directory = join(folder, 'again');
    const options = { run: 'made', directory, without: new Set<string>() };
    await exportDataset(store, {
      ...{ ...options, forms: ['openai', 'code-feedback'], parquet: true, force: false },
    });
    expect(linesOf('again', 'openai', 'train.jsonl')).toHaveLength(1);
    await exportDataset(store, {
      ...{ ...options, forms: ['code-feedback'], parquet: false, force: true },
    });
    const left = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.includes('.')).sort()).toEqual([
      ...['README.md', 'code-feedback/test.jsonl', 'code-feedback/train.jsonl'],
      ...['meta.jsonl', 'rejected.jsonl', 'stats.json'],
    ]);
  });

  it('also lacks what this export is told to leave out', async () => {
    const { store, run } = await madeDataset([
      { row: sourceRow('a/0'), method: 'keep' },
      { row: sourceRow('b/0'), method: 'keep' },
      { row: sourceRow('c/0'), method: 'keep' },
    ]);
    await store.runs.removeFromDataset(run, ['b']);
    expect(await exported(store, 'both', ['a/0'])).toMatchObject({
      ...{ dialogues: 1, removed: 2, leftOut: ['a/0', 'b'] },
    });
    expect(await store.runs.datasetRemovals(run)).toEqual(['b']);
  });
});
