import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Store } from '../../../../core/ports/records';
import { datasetFormNames } from '../../../../core/code-feedback/export/formats';
import { RecipeGates } from '../../../../core/schemas/recipe';
import { exportDataset } from '../../../../report/datasets/export/export-dataset';
import { sha256Of } from '../../../fakes/memory-blobs';
import { madeDataset, sourceRow } from '../made-dataset';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-removals-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Meta {
  readonly id: number;
  readonly rows: readonly { readonly id: string }[];
}

/** The questions of this test are alike. */
const quietGates = RecipeGates.parse({ off: ['near-duplicate'], contaminationSets: [] });

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

  it('changes no byte of the other dialogues of a run of 40 rows, in any form, and asks nothing', async () => {
    const words = 'sort merge parse count graph queue stack cache token regex'.split(' ');
    const row = (source: string, at: number) => {
      const id = `${source}/${String(at)}`;
      const topic = words[at % words.length] ?? '';
      return sourceRow(id, {
        query: `Write a ${topic} program, number ${String(at)} of ${source}.`,
      });
    };
    const numbers = Array.from({ length: 10 }, (_, at) => at);
    const { store, run } = await madeDataset(
      [
        // Each kept dialogue of `a` also rests on a row of `c`.
        ...numbers.map((at) => ({
          ...{ row: row('a', at), method: 'keep' as const },
          partners: at % 2 === 0 ? [row('c', 100 + at)] : [],
        })),
        ...numbers.map((at) => ({ row: row('b', at), method: 'simulate' as const })),
        ...numbers.map((at) => ({ row: row('c', at), method: 'keep' as const })),
        ...['b', 'c'].flatMap((source) =>
          numbers.slice(0, 5).map((at) => ({
            ...{ row: row(source, 20 + at), method: 'pack' as const, end: 'to-pack' as const },
          })),
        ),
      ],
      { recipe: { gates: { ...quietGates } } },
    );
    const calls = await store.runs.callTotals(run);
    const forms = [...datasetFormNames];
    const write = async (name: string) => {
      const directory = join(folder, name);
      const options = { run, directory, forms, parquet: false, force: false };
      await exportDataset(store, { ...options, without: new Set<string>() });
      return new Map(
        linesOf(name, 'meta.jsonl').map((line) => {
          const { id, rows } = JSON.parse(line) as Meta;
          return [id, { hash: sha256Of(line), rows: rows.map((one) => one.id) }];
        }),
      );
    };
    const before = await write('before');
    await store.runs.removeFromDataset(run, ['c']);
    const after = await write('after');
    const isDerived = (rows: readonly string[]) => rows.some((id) => id.startsWith('c/'));
    const kept = [...before].filter(([, { rows }]) => !isDerived(rows));
    expect([...after]).toEqual(kept);
    expect([...after.values()].filter(({ rows }) => isDerived(rows))).toEqual([]);
    // 10 of `c`, and 5 of `a` with a partner in `c`, at least.
    expect(before.size - after.size).toBeGreaterThanOrEqual(15);
    expect(after.size).toBeGreaterThanOrEqual(15);
    const ids = new Set(after.keys());
    for (const part of ['train', 'test']) {
      const name = `${part}.jsonl`;
      const left = linesOf('before', 'code-feedback', name).filter((line) =>
        ids.has((JSON.parse(line) as Meta).id),
      );
      expect(linesOf('after', 'code-feedback', name).map(sha256Of)).toEqual(left.map(sha256Of));
      // The other forms have no id, but the same order.
      const all = linesOf('before', 'code-feedback', name);
      const places = all.flatMap((line, at) => (left.includes(line) ? [at] : []));
      for (const form of ['openai', 'sharegpt', 'trl-tools']) {
        const lines = linesOf('before', form, name);
        expect(linesOf('after', form, name)).toEqual(places.map((at) => lines[at]));
      }
    }
    expect(await store.runs.callTotals(run)).toEqual(calls);
    await store.runs.returnToDataset(run, ['c']);
    expect(await write('back')).toEqual(before);
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
