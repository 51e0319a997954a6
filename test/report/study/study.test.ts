import { mkdtemp, readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadWholeRun } from '../../../report/load-run';
import type { VisibleTests } from '../../../core/schemas/run';
import type { WholeRun } from '../../../report/load-run';
import { writePlots } from '../../../report/plots/write-plots';
import { studyLines } from '../../../report/study/formats';
import { studyOf } from '../../../report/study/study';
import { cellText } from '../../../report/study/study-table';
import { playDialogues } from '../small-dialogues';
import type { SmallDialogues } from '../small-dialogues';
import { SmallRun, configOf } from '../small-run';

async function played(id: string, config = configOf()): Promise<WholeRun> {
  const run = new SmallRun(id);
  await run.play(config);
  return loadWholeRun(run.store, id);
}

const endpoint = { kind: 'endpoint', name: 'gpt_x', logicalEndpoint: 'https://x/v1' } as const;

describe('a report of several runs', () => {
  it('has methods as rows and data sets as columns, the endpoint beside the model', async () => {
    const mbpp = { name: 'mbpp', sha256: 'e'.repeat(64) };
    const runs = [
      await played('a', configOf({ model: endpoint })),
      await played('b', configOf({ model: endpoint, method: 'resample' })),
      await played('c', configOf({ model: endpoint, dataset: mbpp })),
    ];
    const [table] = studyOf(runs, ['methods']).tables;
    expect(table?.columns.map(({ label }) => label)).toEqual([
      'model',
      'method',
      'humaneval (2)',
      'mbpp (2)',
    ]);
    const lines = studyLines(studyOf(runs, ['methods']), 'text');
    expect(lines.slice(2, 4)).toEqual([
      'gpt_x at https://x/v1  code-tree  50.0 [9.5, 90.5]  50.0 [9.5, 90.5]',
      'gpt_x at https://x/v1  resample   50.0 [9.5, 90.5]  -',
    ]);
  });

  it('lays the shapes of a search side by side, and has no such table where there is but one', async () => {
    const runs = [
      await played('narrow', configOf({ search: { maxDepth: 2, width: 4 } })),
      await played('usual'),
    ];
    const [table] = studyOf(runs, ['shapes']).tables;
    const [depth, width] = ['depth', 'width'].map((label) =>
      table?.columns.findIndex((column) => column.label === label),
    );
    expect(table?.rows.map((row) => [row[depth ?? -1], row[width ?? -1]])).toEqual([
      [2, 4],
      [3, 10],
    ]);
    expect(studyOf(runs.slice(1), ['shapes']).tables).toEqual([]);
  });

  it('says nothing of shapes where each method has but its usual one', async () => {
    const runs = [
      await played('usual'),
      await played(
        'level',
        configOf({ method: 'code-tree-bfs', search: { maxDepth: 3, width: 3 } }),
      ),
    ];
    expect(studyOf(runs, ['shapes']).tables).toEqual([]);
    const [table] = studyOf(runs, ['methods']).tables;
    expect(table?.rows.map((row) => row[1])).toEqual(['code-tree', 'code-tree-bfs']);
  });

  it('says what searches answer with where one method has several rules, and else nothing', async () => {
    const by = (method: string, answer?: 'passing' | 'last-failing') =>
      configOf({ method, search: { maxDepth: 3, width: 10, answer } });
    const methodsOf = (runs: readonly WholeRun[]) =>
      studyOf(runs, ['methods']).tables[0]?.rows.map((row) => row[1]);
    const published = [
      await played('tree', by('code-tree', 'last-failing')),
      await played('draws', by('resample', 'passing')),
    ];
    expect(methodsOf(published)).toEqual(['code-tree', 'resample']);
    expect(methodsOf([...published, await played('ours', by('resample'))])).toEqual([
      'code-tree, answer last-failing',
      'resample, answer passing',
      'resample, answer best',
    ]);
  });

  it('puts runs that differ only in the tests that were shown into one column, and says which', async () => {
    const judgedSha256 = 'f'.repeat(64);
    const shown = (letter: string, visibleTests: VisibleTests) =>
      configOf({
        dataset: { name: 'humaneval', sha256: letter.repeat(64), judgedSha256, visibleTests },
      });
    const file = { name: 'paper.jsonl', sha256: 'c'.repeat(64) };
    const runs = [
      await played('a', shown('d', { from: 'docstring', without: 1 })),
      await played('b', shown('e', { from: 'file', without: 0, file })),
    ];
    const { tables, notes } = studyOf(runs, ['methods', 'runs']);
    const [methods, list] = tables;
    const paper = 'file paper.jsonl (sha256 cccccccccccc)';
    expect(methods?.columns.map(({ label }) => label)).toEqual([
      'model',
      'method',
      'humaneval (2)',
    ]);
    expect(methods?.rows.map(([, method]) => method)).toEqual([
      'code-tree, visible tests docstring',
      `code-tree, visible tests ${paper}`,
    ]);
    expect(methods?.notes).toContain(
      `Visible tests of humaneval: docstring (1 of 2 problems without any) / ${paper} (0 of 2 problems without any).`,
    );
    const place = list?.columns.findIndex(({ label }) => label === 'visible tests') ?? -1;
    expect(list?.rows.map((row) => row.slice(place, place + 3))).toEqual([
      ['docstring', 1, 0],
      [paper, 0, 0],
    ]);
    expect(notes).toContain(`Visible tests differ (humaneval): docstring / ${paper}.`);
  });

  it('keeps recorded and real answers in tables of their own', async () => {
    const runs = [await played('a'), await played('b', configOf({ model: endpoint }))];
    const { tables } = studyOf(runs, ['methods', 'curve']);
    expect(tables.map(({ name, source, rows }) => [name, source, rows.length])).toEqual([
      ['methods', 'recorded', 1],
      ['curve', 'recorded', 1],
      ['methods', 'endpoint', 1],
      ['curve', 'endpoint', 1],
    ]);
  });

  it('tells two runs of one method apart by what differs, else by their ids', async () => {
    const runs = [await played('a'), await played('b', configOf({ seed: 8 })), await played('c')];
    const [table] = studyOf(runs, ['methods']).tables;
    expect(table?.rows.map(([, method]) => method)).toEqual([
      'code-tree, seed 7, a',
      'code-tree, seed 8',
      'code-tree, seed 7, c',
    ]);
  });

  it('tells two runs of dialogues apart by their feedback and their rounds', async () => {
    const of: SmallDialogues['of'] = {
      'HumanEval/0': { rounds: [{ code: 'def f(x): return 0' }], stop: 'max-rounds' },
    };
    const runs = await Promise.all(
      (['execution', 'human'] as const).flatMap((feedback) =>
        [3, 4].map(async (rounds) => {
          const id = `${feedback}-${String(rounds)}`;
          const { store } = await playDialogues({ id, feedback, rounds, of });
          return loadWholeRun(store, id);
        }),
      ),
    );
    const [table] = studyOf(runs, ['methods']).tables;
    expect(table?.rows.map(([, method]) => method)).toEqual([
      'refine, 3 rounds, feedback execution',
      'refine, 4 rounds, feedback execution',
      'refine, 3 rounds, feedback human',
      'refine, 4 rounds, feedback human',
    ]);
  });

  it('lays ablations beside the whole, with the paired difference', async () => {
    const runs = [await played('a'), await played('b', configOf({ method: 'code-tree-no-abort' }))];
    const [table] = studyOf(runs, ['ablations']).tables;
    expect(table?.rows.map((row) => row.at(-1))).toEqual([
      null,
      { value: 0, low: expect.any(Number) as number, high: expect.any(Number) as number },
    ]);
  });

  it('compares an ablation only with the whole under the same settings', async () => {
    const method = 'code-tree-no-abort';
    const whole = await played('whole');
    const differenceTo = async (changes: Parameters<typeof configOf>[0]) => {
      const part = await played('part', configOf({ method, ...changes }));
      const [table] = studyOf([whole, part], ['ablations']).tables;
      return table?.rows.at(-1)?.at(-1);
    };
    expect(await differenceTo({})).toMatchObject({ value: 0 });
    expect(await differenceTo({ seed: 8 })).toBeNull();
    expect(await differenceTo({ budget: 4 })).toBeNull();
    expect(await differenceTo({ samples: 2 })).toBeNull();
    const dataset = { name: 'humaneval', sha256: 'e'.repeat(64) };
    expect(await differenceTo({ dataset })).toBeNull();
  });

  it('compares an ablation with none of two runs of the whole', async () => {
    const runs = [
      await played('whole'),
      await played('warmer', configOf({ temperature: 0.5 })),
      await played('part', configOf({ method: 'code-tree-no-abort' })),
    ];
    const [table] = studyOf(runs, ['ablations']).tables;
    expect(table?.rows.map((row) => row.at(-1))).toEqual([null, null, null]);
  });

  it('has a column for each program of the largest budget, empty where a run has fewer', async () => {
    const runs = [await played('small', configOf({ budget: 2 })), await played('large')];
    const [table] = studyOf(runs, ['curve']).tables;
    expect(table?.columns.slice(3).map(({ label }) => label)).toEqual(['1', '2', '3']);
    const rates = table?.rows.map((row) =>
      row.slice(3).map((cell) => cellText(cell, 'short-percent')),
    );
    expect(rates).toEqual([
      ['0.0', '50.0', '-'],
      ['0.0', '50.0', '50.0'],
    ]);
  });

  it('has rates by effort at tenths of the dearest attempt', async () => {
    const [table] = studyOf([await played('a')], ['effort']).tables;
    expect(table?.columns.slice(4).map(({ label }) => label)).toEqual([
      'dearest',
      ...[10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((share) => `${String(share)} %`),
    ]);
    const none = Array.from({ length: 9 }, () => 0);
    const seconds: unknown = expect.any(Number);
    expect(table?.rows.map((row) => row.slice(3))).toEqual([
      ['tokens', 330, ...none, 0.5],
      ['dollars', 1.5, ...none, 0.5],
      ['seconds', seconds, ...none, 0.5],
    ]);
  });

  it('writes Markdown, CSV and LaTeX in which no name is markup or formula', async () => {
    const model = { ...endpoint, name: '=1|_x' };
    const study = studyOf([await played('a', configOf({ model }))], ['methods', 'failures']);
    expect(studyLines(study, 'markdown')).toContain(
      '| =1\\|\\_x at https://x/v1 | code-tree | 50.0 \\[9.5, 90.5\\] |',
    );
    const csv = studyLines(study, 'csv');
    expect(csv[1]).toBe('model,method,humaneval (2),humaneval (2) low,humaneval (2) high');
    expect(csv[2]).toMatch(/^'=1\|_x at https:\/\/x\/v1,code-tree,0\.5,0\.09/u);
    expect(studyLines(study, 'latex')).toContain(
      '=1|\\_x at https://x/v1 & code-tree & 50.0 [9.5, 90.5] \\\\',
    );
  });

  it.each(['failures', 'replies'] as const)(
    'names the endpoint in %s too: one model at two servers is two',
    async (name) => {
      const at = (port: number) =>
        configOf({
          model: { ...endpoint, name: 'm', logicalEndpoint: `http://h:${String(port)}/v1` },
        });
      const study = studyOf([await played('a', at(7103)), await played('b', at(7104))], [name]);
      const [table] = study.tables;
      expect(table?.columns[0]?.label).toBe('model');
      const model = name === 'replies' ? 'recorded' : 'm';
      expect(table?.rows.map(([first]) => first)).toEqual([
        `${model} at http://h:7103/v1`,
        `${model} at http://h:7104/v1`,
      ]);
    },
  );

  describe('of what a machine went through', () => {
    const base = { latencyMs: 1, cpuMs: 1, timeSensitive: false, resend: false, readBack: false };
    const stormy = async (firstTokenMs: number | null, freshCells: number) => {
      const run = new SmallRun('run-1', { ...base, recorded: { firstTokenMs, freshCells } });
      await run.play();
      return loadWholeRun(run.store, run.id);
    };
    const cellOf = (run: WholeRun, name: 'replies' | 'runs', label: string) => {
      const [table] = studyOf([run], [name]).tables;
      return table?.rows[0]?.[table.columns.findIndex((column) => column.label === label)];
    };

    it('has the time to the first token of what was streamed, and none of what was not', async () => {
      const streamed = await stormy(250, 0);
      expect(cellOf(streamed, 'replies', 'streamed')).toBe(4);
      expect(cellOf(streamed, 'replies', 'first token s')).toBe(0.25);
      const whole = await stormy(null, 0);
      expect(cellOf(whole, 'replies', 'streamed')).toBe(0);
      expect(cellOf(whole, 'replies', 'first token s')).toBeNull();
      expect(studyOf([whole], ['replies']).tables[0]?.notes.join()).toContain(
        'Not streamed: 4 answers',
      );
    });

    it('has how many cells of the sandbox were started anew', async () => {
      expect(cellOf(await stormy(null, 1), 'runs', 'fresh cells')).toBe(5);
      expect(cellOf(await stormy(null, 0), 'runs', 'fresh cells')).toBe(0);
    });

    it('says "not recorded" of older records alone', async () => {
      const old = await played('old');
      expect(cellOf(old, 'replies', 'streamed')).toBeNull();
      expect(cellOf(old, 'runs', 'fresh cells')).toBeNull();
      const notes = (run: WholeRun) =>
        studyOf([run], ['replies', 'runs'])
          .tables.flatMap((table) => table.notes)
          .join();
      expect(notes(old)).toMatch(/Fresh cells are not recorded of old \(2 attempts\)/u);
      expect(notes(old)).toContain('Not recorded of 4 answers');
      expect(notes(await stormy(250, 1))).not.toMatch(/not recorded/iu);
    });
  });

  it('refuses a run that is given twice, and one without verdicts', async () => {
    const run = await played('a');
    expect(() => studyOf([run, run])).toThrow('given twice');
    const without = { ...run, summary: { ...run.summary, scored: false } };
    expect(() => studyOf([without])).toThrow('no verdicts');
  });

  it('names a plot after its data set, with its hash where two have one name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plots-'));
    const other = configOf({ dataset: { name: 'humaneval', sha256: 'b9'.repeat(32) } });
    await writePlots([await played('a'), await played('b', other)], folder);
    expect((await readdir(folder)).toSorted()).toEqual([
      'recorded-1-humaneval-dddddd.png',
      'recorded-1-humaneval-dddddd.svg',
      'recorded-2-humaneval-b9b9b9.png',
      'recorded-2-humaneval-b9b9b9.svg',
    ]);
  });

  it('draws its curve as SVG and PNG, the same twice, with letters of our own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plots-'));
    const runs = [await played('a')];
    const files = await writePlots(runs, folder);
    expect((await readdir(folder)).toSorted()).toEqual([
      'recorded-1-humaneval.png',
      'recorded-1-humaneval.svg',
    ]);
    const svg = await readFile(files[0] ?? '', 'utf8');
    expect(svg).toContain('pass@1 by generated programs: humaneval');
    expect(svg).toContain('code-tree');
    const png = await readFile(files[1] ?? '');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBe(1920);
    await writePlots(runs, folder);
    expect((await readFile(files[1] ?? '')).equals(png)).toBe(true);
  });

  it('says where a folder for plots cannot be', async () => {
    await expect(writePlots([await played('a')], '/dev/null/plots')).rejects.toMatchObject({
      code: 'PLOTS_NOT_WRITTEN',
    });
  });
});
