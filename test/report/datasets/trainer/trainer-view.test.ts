import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { datasetFormNames } from '../../../../core/code-feedback/export/formats';
import type { DatasetForm } from '../../../../core/code-feedback/export/formats';
import { exportDataset } from '../../../../report/datasets/export/export-dataset';
import { describeWithTrainer } from '../../../prerequisites';
import { smallDataset } from '../small-dataset';
import type { SmallDataset } from '../small-dataset';

jest.setTimeout(240_000);

/** What `load_export.py` prints of a folder. */
interface View {
  readonly usual: readonly string[];
  readonly forms: Record<
    DatasetForm,
    {
      readonly ways: Record<string, unknown>;
      readonly chat: {
        readonly conversational: boolean;
        readonly roles: readonly string[];
        readonly calls: number;
        readonly faults: Record<string, string>;
      };
    }
  >;
}

describeWithTrainer('an export, read with the packages datasets and trl', (python) => {
  let folder: string;
  let views: Record<'both' | 'lines' | 'late', View>;

  const write = async (
    name: string,
    dataset: SmallDataset,
    parquet: boolean,
    forms: readonly DatasetForm[] = datasetFormNames,
  ): Promise<string> => {
    const directory = join(folder, name);
    const { store, run } = await smallDataset(dataset);
    const without = new Set<string>();
    await exportDataset(store, { run, directory, forms, parquet, force: false, without });
    return directory;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'espalier-trainer-'));
    const both = await write('both', { rows: 20 }, true);
    const lines = await write('lines', { rows: 6, testShare: 0 }, false);
    // `datasets` reads 10 MB at a time: the only call of a tool is in the second piece.
    const long = { rows: 20, testShare: 0, padding: 600_000, toolEvery: 20 };
    const late = await write('late', long, false, ['openai-tools', 'trl-tools']);
    const script = join(__dirname, 'load_export.py');
    const { stdout } = await promisify(execFile)(python, [script, both, lines, late], {
      maxBuffer: 10_000_000,
    });
    const { folders } = JSON.parse(stdout) as { readonly folders: Record<string, View> };
    const viewOf = (path: string): View => {
      const view = folders[path];
      if (view === undefined) throw new Error(`nothing is said of ${path}`);
      return view;
    };
    views = { both: viewOf(both), lines: viewOf(lines), late: viewOf(late) };
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(datasetFormNames)('has the same rows by its card, as JSON and as Parquet: %s', (form) => {
    const same = { rows: expect.any(Number) as number, same: true };
    const parts = { train: same, test: same };
    expect(views.both.forms[form].ways).toEqual({ card: parts, json: parts, parquet: parts });
  });

  it('has all its parts by its card without the name of a form', () => {
    expect([views.both.usual, views.lines.usual]).toEqual([['train', 'test'], ['train']]);
  });

  it.each(datasetFormNames)('is read by its card when no dialogue is for tests: %s', (form) => {
    const train = { rows: 6, same: true };
    expect(views.lines.forms[form].ways).toEqual({ card: { train }, json: { train } });
  });

  it('is read by its card when the first call of a tool comes late, unlike its bare JSON Lines', () => {
    for (const form of ['openai-tools', 'trl-tools'] as const) {
      const { card, json } = views.late.forms[form].ways;
      expect(card).toEqual({ train: { rows: 20, same: true } });
      expect(json).toMatchObject({ error: expect.stringContaining("Couldn't cast") as string });
    }
  });

  it.each(['code-feedback', 'openai'] as const)(
    'is a chat that templates write whole: %s',
    (form) => {
      const { chat } = views.both.forms[form];
      const roles = ['assistant', 'user'];
      expect(chat).toEqual({ conversational: true, roles, calls: 0, faults: {} });
    },
  );

  it('has pairs for DPO whose prompt and answers templates write whole: preference', () => {
    expect(views.both.forms.preference.chat).toEqual({
      conversational: true,
      roles: { prompt: ['user'], chosen: ['assistant'], rejected: ['assistant'] },
      faults: {},
    });
  });

  it('has calls of tools that templates write as objects: trl-tools', () => {
    const { chat } = views.both.forms['trl-tools'];
    const roles = ['assistant', 'tool', 'user'];
    expect(chat).toMatchObject({ conversational: true, roles, faults: {} });
    expect(chat.calls).toBeGreaterThan(1);
  });

  it('has calls of tools in the form of OpenAI that some templates do not take: openai-tools', () => {
    expect(views.both.forms['openai-tools'].chat).toMatchObject({
      conversational: true,
      faults: {
        qwen2_5: 'the arguments of a call are not an object with the code',
        glm4moe: expect.stringContaining("'str object'") as string,
        lfm2_v2: expect.stringContaining('must be a mapping') as string,
      },
    });
  });

  it('has roles that trl does not rename, so templates leave messages out: sharegpt', () => {
    expect(views.both.forms.sharegpt.chat).toMatchObject({
      roles: ['gpt', 'human'],
      faults: { qwen3: 'a message is not in the text' },
    });
  });
});
