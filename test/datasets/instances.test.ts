import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RetrievalMode } from '../../core/names/retrieval-modes';
import { BuiltHarness } from '../../core/schemas/environment-built';
import type { Instance } from '../../core/schemas/environment-instance';
import { loadDataset } from '../../datasets';
import { instancesName, isInstance } from '../../datasets/instances';
import { sha256Of } from '../../datasets/sha256-of';
import { clamp, smallEnvironment, runId } from '../report/environments/small-environment';

const part = {
  ...{ source: 'def case_0(): ...\n', cases: ['case_0'], blobs: {} },
  expected: [
    {
      ...{ case: 'case_0', calls: [{ outcome: { value: 1 }, arguments: [] }] },
      ...{ observations: [], end: { kind: 'finished' } },
    },
  ],
};
const graded = JSON.stringify({
  ...{ format: 1, parts: [part] },
  shown: [{ source: 'clamp(1, 0, 3)', part }],
});

let instance: Instance;
let folder: string;
beforeAll(async () => {
  const { environments, blobs } = await smallEnvironment();
  const funnel = await environments.funnel({ run: runId, problem: 'people/tools', sample: 0 });
  const accepted = funnel.find(({ id }) => id === clamp)?.entry;
  if (accepted?.stage !== 'accepted') throw new Error('no accepted function');
  const built = BuiltHarness.parse(JSON.parse(await blobs.get(accepted.harness)));
  instance = { ...built.instance, graded: sha256Of(graded) };
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-instances-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file of an export, with what grades beside it. */
function exportedAs(name: string, rows: readonly object[] = [instance], content = graded): string {
  const of = join(folder, 'tools');
  mkdirSync(join(of, 'graded'), { recursive: true });
  writeFileSync(join(of, 'graded', `${sha256Of(graded)}.json`), content);
  writeFileSync(join(of, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return join(of, name);
}

const read = (nameOrPath: string, retrieval: RetrievalMode = 'none', said = false) =>
  loadDataset({
    ...{ nameOrPath, cacheDir: folder },
    instances: { retrieval, said, countTokens: (text) => text.length },
  });

describe('instances of a repository as a data set', () => {
  it('are harnesses with their stub, what grades them and as much of the repository as is wanted', async () => {
    const file = exportedAs('instances.jsonl');
    const { name, form, rows, leftOut, repeated } = await read(file);
    expect([name, form, leftOut, repeated]).toEqual([
      ...['tools+none', 'espalier env export', [], 0],
    ]);
    expect(rows).toMatchObject([
      {
        problem: {
          ...{ kind: 'harness', id: instance.id, dataset: 'tools+none', context: '' },
          ...{ statement: instance.definition.stub, visibleTests: [{ source: 'clamp(1, 0, 3)' }] },
        },
        hidden: { kind: 'harness', harness: sha256Of(graded), parts: [{ cases: ['case_0'] }] },
      },
    ]);
    const full = await read(file, 'full');
    expect(full.rows[0]?.problem).toMatchObject({
      ...{ dataset: 'tools+full', context: expect.stringContaining('END = 1') as string },
    });
  });

  it('are called by their file, unless it has the name of every export', async () => {
    expect((await read(exportedAs('mine.jsonl'))).name).toBe('mine+none');
    expect(instancesName('a', 'full')).toBe('a+full');
  });

  it('are known by all that tells them', () => {
    expect(isInstance(undefined)).toBe(false);
    expect(isInstance({ line: 1, value: { ...instance } })).toBe(true);
    for (const field of ['format', 'definition', 'harness', 'contexts', 'graded']) {
      const value = Object.fromEntries(Object.entries(instance).filter(([name]) => name !== field));
      expect(isInstance({ line: 1, value })).toBe(false);
    }
  });

  it('are refused by line where two have one id, or one is damaged', async () => {
    await expect(read(exportedAs('a.jsonl', [instance, instance]))).rejects.toThrow(
      /a\.jsonl, line 2, field "id": ".*" stands on line 1 already/u,
    );
    await expect(read(exportedAs('a.jsonl', [{ ...instance, measures: 1 }]))).rejects.toThrow(
      'line 1, field "measures"',
    );
  });

  it('are refused where what grades them is not there, or is another', async () => {
    const lost = exportedAs('a.jsonl', [{ ...instance, graded: 'f'.repeat(64) }]);
    await expect(read(lost)).rejects.toMatchObject({
      message: expect.stringMatching(
        /line 1, field "graded": there is no .*\/graded\/f{64}\.json/u,
      ) as string,
      remedy: 'Export the instances again, and keep the folder as it is',
    });
    await expect(read(exportedAs('a.jsonl', [instance], `${graded} `))).rejects.toThrow(
      /field "graded": .*\.json has another content/u,
    );
  });

  it('are what --retrieval is for, and nothing else is', async () => {
    const row = { task_id: 3, text: 'Say.', code: 'def g(x): ...', test_list: ['assert g(1)'] };
    const other = exportedAs('mbpp.jsonl', [row]);
    await expect(read(other, 'none', true)).rejects.toMatchObject({
      ...{ code: 'OPTION_OF_OTHER_KIND', exitCode: 2 },
      message: `--retrieval means nothing for ${other}: it holds no instances of a repository`,
    });
    await expect(read('bundled', 'none', true)).rejects.toThrow(
      '--retrieval means nothing for bundled',
    );
    expect((await read(other)).name).toBe('mbpp');
  });
});
