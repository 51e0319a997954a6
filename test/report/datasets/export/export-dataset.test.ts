import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';

import { datasetFormNames } from '../../../../core/code-feedback/export/formats';
import type { DatasetForm } from '../../../../core/code-feedback/export/formats';
import { parquetRecords } from '../../../../datasets/sources/parquet-records';
import { exportDataset } from '../../../../report/datasets/export/export-dataset';
import { smallDataset } from '../small-dataset';
import type { SmallDataset } from '../small-dataset';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-export-dataset-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function exported(
  dataset: SmallDataset,
  { forms = datasetFormNames, parquet = true, name = 'out' }: Partial<Choices> = {},
): Promise<string> {
  const directory = join(folder, name);
  const { store, run } = await smallDataset(dataset);
  const without = new Set<string>();
  await exportDataset(store, { run, directory, forms, parquet, force: false, without });
  return directory;
}

interface Choices {
  readonly forms: readonly DatasetForm[];
  readonly parquet: boolean;
  readonly name: string;
}

interface Card {
  readonly license: string;
  readonly configs: readonly unknown[];
  readonly dataset_info: readonly unknown[];
}

async function linesOf(path: string): Promise<readonly unknown[]> {
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

async function recordsOf(path: string): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for await (const record of parquetRecords(path)) records.push(plain(record));
  return records;
}

/** A value as JSON has it: no bigints, and no members that are absent. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}

describe('an exported data set', () => {
  it.each(datasetFormNames)('has the same rows as JSON Lines and as Parquet: %s', async (form) => {
    const out = await exported({ rows: 20 }, { forms: [form] });
    for (const part of ['train', 'test']) {
      const lines = await linesOf(join(out, form, `${part}.jsonl`));
      expect(lines.length).toBeGreaterThan(0);
      expect(await recordsOf(join(out, form, `${part}.parquet`))).toEqual(lines);
    }
  });

  it('has preference pairs only of the dialogues that have a right and a wrong program', async () => {
    const out = await exported({ rows: 20, testShare: 0, pairEvery: 4 }, { forms: ['preference'] });
    const pairs = await linesOf(join(out, 'preference', 'train.jsonl'));
    expect(pairs).toHaveLength(5);
    expect(pairs[0]).toMatchObject({
      prompt: [{ role: 'user', content: expect.stringMatching(/^Question 3:/) as string }],
      chosen: [{ role: 'assistant', content: expect.stringContaining('print(3)') as string }],
      rejected: [{ role: 'assistant', content: expect.stringContaining('print(4)') as string }],
    });
    const meta = await linesOf(join(out, 'meta.jsonl'));
    expect(meta).toHaveLength(20);
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    const [, , , fourth] = meta as readonly { readonly rows: readonly object[] }[];
    expect(fourth?.rows[0]).toMatchObject({ preference: { chosen: hash, rejected: hash } });
  });

  it('has readable Parquet files without rows', async () => {
    const out = await exported({ rows: 3, testShare: 0 });
    for (const form of datasetFormNames) {
      expect(await recordsOf(join(out, form, 'test.parquet'))).toEqual([]);
    }
  });

  it('names in its card the types of each form, and the files that have rows', async () => {
    const card = await readFile(
      join(await exported({ rows: 3, testShare: 0, licence: 'MIT' }), 'README.md'),
      'utf8',
    );
    const { license, configs, dataset_info } = parse(card.split('---\n')[1] ?? '') as Card;
    expect(license).toBe('mit');
    expect(configs).toHaveLength(datasetFormNames.length);
    const data_files = [{ split: 'train', path: 'code-feedback/train.parquet' }];
    expect(configs[0]).toEqual({ config_name: 'code-feedback', default: true, data_files });
    const turn = [
      { name: 'role', dtype: 'string' },
      { name: 'content', dtype: 'string' },
    ];
    expect(dataset_info[0]).toEqual({
      config_name: 'code-feedback',
      features: [
        { name: 'id', dtype: 'int64' },
        { name: 'messages', list: turn },
      ],
    });
  });

  it('has a licence by its name in the card when the hub has no id for it', async () => {
    const out = await exported({ rows: 3, licence: 'Ours: 1.0' }, { parquet: false });
    const card = await readFile(join(out, 'README.md'), 'utf8');
    expect(parse(card.split('---\n')[1] ?? '')).toMatchObject({
      license: 'other',
      license_name: 'Ours: 1.0',
    });
  });

  it('has the same bytes each time', async () => {
    const first = await exported({ rows: 10 });
    const again = await exported({ rows: 10 }, { name: 'again' });
    const names = await readdir(first, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toContain('train.parquet');
    for (const { name, parentPath } of files) {
      const path = join(parentPath, name);
      const other = path.replace(first, again);
      expect((await readFile(path)).equals(await readFile(other))).toBe(true);
    }
  });

  it('has no Parquet files unless they are asked for', async () => {
    const out = await exported({ rows: 3 }, { parquet: false });
    const names = await readdir(out, { recursive: true });
    expect(names.filter((name) => name.endsWith('.parquet'))).toEqual([]);
  });
});
