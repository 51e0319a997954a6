import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { planRun } from '../../../lab/planning/plan-run';
import type { PlannedRun } from '../../../lab/planning/plan-run';
import { parseRunFlags } from '../../../cli/run-flags';
import { readSettings } from '../../../config/settings';

const datasets = resolve(__dirname, '../../../datasets/bundled');
const bank = join(datasets, 'bank.jsonl');
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'espalier-plan-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const typed = {
  dataset: 'bundled',
  method: 'code-tree',
  model: 'simulated',
  budget: '20',
  concurrency: '10',
  seed: '0',
  samples: '1',
};

function plan(
  changes: Readonly<Record<string, unknown>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<PlannedRun> {
  const settings = readSettings({ HOME: folder, ...environment });
  return planRun(parseRunFlags({ ...typed, ...changes }), settings);
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const firstRow = (): string =>
  readFileSync(join(datasets, 'problems.jsonl'), 'utf8').split('\n')[0] ?? '';

it('looks at the model before the data set, which may have to be downloaded', async () => {
  const asked = { model: 'gpt-x', dataset: join(folder, 'nowhere.jsonl') };
  await expect(plan(asked)).rejects.toMatchObject({ code: 'NO_API_KEY' });
});

describe('several programs of a problem at a time', () => {
  it('are no part of what the run is', async () => {
    const asked = { method: 'resample' };
    const [one, four] = [await plan(asked), await plan({ ...asked, parallel: '4' })];
    expect([four.id, four.config, four.parallel]).toEqual([one.id, one.config, 4]);
    expect(one.parallel).toBeUndefined();
  });

  it.each(['code-tree', 'direct', 'reflexion', 'refine'])(
    'are refused where each needs what came of those before it: %s',
    async (method) => {
      const budget = method === 'refine' ? { budget: undefined } : {};
      await expect(plan({ method, ...budget, parallel: '2' })).rejects.toMatchObject({
        code: 'BAD_FLAG',
        message: expect.stringContaining(
          `--parallel 2 means nothing for --method ${method}`,
        ) as string,
        remedy: expect.stringContaining('resample, strategy-list') as string,
      });
      await expect(plan({ method: 'direct', parallel: '1' })).resolves.toBeDefined();
    },
  );
});

describe('the verdicts of a run', () => {
  it('are asked for at least at the level objects', async () => {
    const { config, dataset } = await plan();
    expect(config.assurance).toBe('objects');
    expect(dataset.rows.filter(({ problem }) => 'assurance' in problem)).toEqual([]);
  });
});

describe('the levels that a person names', () => {
  it('are part of the run for its own problems, whatever order they are named in', async () => {
    const named = await plan({ limit: '2', assuranceOf: 'Bundled/1=shared,Bundled/0=objects' });
    expect(named.config.assuranceOf).toEqual({ 'Bundled/0': 'objects', 'Bundled/1': 'shared' });
    const turned = await plan({ limit: '2', assuranceOf: 'Bundled/0=objects,Bundled/1=shared' });
    expect(turned.id).toBe(named.id);
  });

  it.each([
    [{}, 'Bundled/99=shared', 'bundled has no Bundled/99'],
    [{ limit: '2' }, 'Bundled/7=shared', 'not among the selected problems: Bundled/7'],
    [
      { assurance: 'data' },
      'Bundled/1=data,Bundled/0=objects',
      '--assurance data grades nothing at a lower level: Bundled/0',
    ],
  ])('are refused, with %j, as %s', async (more, assuranceOf, problem) => {
    await expect(plan({ ...more, assuranceOf })).rejects.toMatchObject({
      message: `--assurance-of: ${problem}`,
      exitCode: 2,
    });
  });
});

describe('what is said of a role', () => {
  it.each([
    ['direct', { thinkerModel: 'big' }, '--thinker-model means nothing for --method direct'],
    ['direct', { criticModel: 'big' }, '--critic-model means nothing for --method direct'],
    ['reflexion', { criticModel: 'big' }, 'which has no Critic'],
    ['code-tree-no-verification', { criticAccuracy: '1' }, 'no Critic that verifies programs'],
  ])('is refused for %s, which never asks it: %j', async (method, said, words) => {
    await expect(plan({ method, ...said })).rejects.toMatchObject({
      code: 'OPTION_OF_OTHER_KIND',
      message: expect.stringContaining(words) as string,
    });
  });

  it('is taken for a method that asks it', async () => {
    const { id } = await plan({ method: 'code-tree', criticAccuracy: '1' });
    expect(id).not.toBe((await plan({ method: 'code-tree' })).id);
  });
});

describe('what is asked of dialogues', () => {
  const key = { OPENAI_API_KEY: 'k' };
  const refine = { method: 'refine', model: 'gpt-x', budget: undefined };

  it.each([
    [{ humanModel: 'gpt-y' }, '--human-model means nothing for --feedback execution'],
    [{ feedback: 'human', remindHours: '1' }, '--remind-hours means nothing for --feedback human'],
    [{ feedback: 'none', expireHours: '1' }, '--expire-hours means nothing for --feedback none'],
    [
      { feedback: 'person', remindHours: '0.001', expireHours: '24' },
      '--remind-hours 0.001 reminds more than 1000 times in 24 hours',
    ],
    [
      { feedback: 'human', humanModel: 'gpt-y', model: 'simulated' },
      '--human-model means nothing for simulated',
    ],
    [{ budget: '5' }, '--budget means nothing for --method refine'],
    [{ method: 'direct', maxRounds: '3' }, '--max-rounds means nothing for --method direct'],
  ])('is refused where it means nothing: %j', async (more, message) => {
    const asked = plan({ ...refine, ...more }, key);
    await expect(asked).rejects.toMatchObject({ message, exitCode: 2 });
  });

  it('needs references for an oracle to see', async () => {
    const row = JSON.parse(firstRow()) as Record<string, unknown>;
    const rows = [row, { ...row, task_id: 'Bundled/x', canonical_solution: undefined }];
    const dataset = written('two.jsonl', rows.map((one) => JSON.stringify(one)).join('\n'));
    const oracle = { ...refine, dataset, feedback: 'oracle' };
    await expect(plan(oracle, key)).rejects.toMatchObject({
      message: '--feedback oracle: 1 of the problems have no reference: Bundled/x',
      exitCode: 2,
    });
    const { config } = await plan({ ...oracle, problems: 'Bundled/0' }, key);
    expect(config.problems).toEqual(['Bundled/0']);
  });

  it('waits for people in fractions of hours', async () => {
    const hours = { remindHours: '0.1234567', expireHours: '0.5' };
    const { config } = await plan({ ...refine, feedback: 'person', ...hours }, key);
    expect(config).toMatchObject({
      dialogue: { patience: { remindEveryMs: 444_444, expireAfterMs: 1_800_000 } },
    });
  });
});

it('names an unknown problem by the flag that it was typed with', async () => {
  const flags = parseRunFlags({ ...typed, problems: 'Bundled/99' });
  const settings = readSettings({ HOME: folder });
  await expect(planRun(flags, settings)).rejects.toThrow('--problems: bundled has no Bundled/99');
  await expect(planRun(flags, settings, '--problem')).rejects.toThrow(
    '--problem: bundled has no Bundled/99',
  );
});

describe('the id of a run', () => {
  it('is that of its configuration, whatever the concurrency', async () => {
    const { id } = await plan();
    expect(id).toMatch(/^code-tree-bundled-simulated-[0-9a-f]{8}$/u);
    expect((await plan({ concurrency: '3' })).id).toBe(id);
    // A width and a depth that were taken anyway are no other configuration, said or not.
    expect((await plan({ width: '10', depth: '3' })).id).toBe(id);
    const bfs = await plan({ method: 'code-tree-bfs' });
    expect((await plan({ method: 'code-tree-bfs', variant: 'd3w3' })).id).toBe(bfs.id);
  });

  it.each([
    [{ budget: '5' }],
    [{ seed: '1' }],
    [{ method: 'resample' }],
    [{ width: '9' }],
    [{ depth: '4' }],
    [{ method: 'code-tree-bfs', variant: 'd2w4' }],
    [{ limit: '3' }],
    [{ competence: '0.4' }],
    [{ criticAccuracy: '1' }],
    [{ temperature: '1' }],
    [{ reuse: false }],
    [{ fresh: 'again' }],
    [{ assurance: 'data' }],
    [{ assurance: 'shared' }],
    [{ assuranceOf: 'Bundled/1=shared' }],
  ])('changes with %j', async (change) => {
    expect((await plan(change)).id).not.toBe((await plan()).id);
  });
});

describe('the configuration of a run', () => {
  const key = { OPENAI_API_KEY: 'k' };

  it('has what was asked for, and nothing more where nothing was', async () => {
    const asked = {
      ...{ model: 'gpt-x', temperature: '0.5', maxTokens: '321', reuse: false, regrade: true },
      ...{
        fresh: 'again',
        grading: 'human-eval',
        scoreBadReferences: true,
        seed: '3',
        samples: '2',
      },
    };
    expect((await plan(asked, key)).config).toMatchObject({
      ...{ kind: 'search', method: 'code-tree', budget: 20, temperature: 0.5, maxTokens: 321 },
      ...{ reuse: false, regrade: true, fresh: 'again', grading: { profile: 'human-eval' } },
      ...{ scoreBadReferences: true, seed: 3, samples: 2, versions: expect.any(Object) as object },
    });
    const { config } = await plan({ model: 'gpt-x' }, key);
    expect(config).toMatchObject({ reuse: true, regrade: false });
    const others = ['temperature', 'maxTokens', 'fresh', 'grading', 'scoreBadReferences'];
    expect(others.filter((name) => name in config)).toEqual([]);
  });

  it('gives a visible test one second of CPU, and the hidden tests ten', async () => {
    const { limits } = (await plan()).config;
    expect([limits.visible.cpuMs, limits.hidden.cpuMs]).toEqual([1_000, 10_000]);
  });
});

describe('the problems of a run', () => {
  it('are in data-set order, whatever order they were named in', async () => {
    const { config } = await plan({ problems: 'Bundled/4,Bundled/1' });
    expect(config.problems).toEqual(['Bundled/1', 'Bundled/4']);
  });

  it('are the first so many', async () => {
    expect((await plan({ limit: '2' })).config.problems).toEqual(['Bundled/0', 'Bundled/1']);
  });

  it('can be one .json file, laid out over many lines', async () => {
    const file = written('problem.json', JSON.stringify(JSON.parse(firstRow()), null, 2));
    const { config, dataset } = await plan({ dataset: file });
    expect([config.problems, dataset.name]).toEqual([['Bundled/0'], 'problem']);
  });

  it('can be in MBPP form', async () => {
    const row = {
      task_id: 601,
      text: 'Write a function to add.',
      code: 'def add(a, b):\n    return a + b',
      test_list: ['assert add(1, 2) == 3'],
      test_setup_code: '',
      challenge_test_list: [],
    };
    const file = written('mbpp.json', JSON.stringify(row, null, 1));
    const planned = plan({ dataset: file, model: 'gpt-x' }, { OPENAI_API_KEY: 'k' });
    expect((await planned).config.problems).toEqual(['MBPP/601']);
  });
});

describe('what a bank does not have', () => {
  it('is named, with the flag that leaves it out', async () => {
    const row = firstRow().replaceAll('Bundled/0', 'Mine/0');
    const file = written('two.jsonl', `${firstRow()}\n${row}\n`);
    const model = `recorded:${bank}`;
    await expect(plan({ dataset: file, model })).rejects.toMatchObject({
      exitCode: 2,
      message: 'the bank has no program for 1 of the problems: Mine/0',
      remedy: expect.stringContaining('--skip-missing') as string,
    });
    const { config } = await plan({ dataset: file, model, skipMissing: true });
    expect(config.problems).toEqual(['Bundled/0']);
  });

  it('does not count among the first problems when it is left out', async () => {
    const row = firstRow().replaceAll('Bundled/0', 'Mine/0');
    const file = written('missing-first.jsonl', `${row}\n${firstRow()}\n`);
    const first = { dataset: file, model: `recorded:${bank}`, limit: '1' };
    const { config } = await plan({ ...first, skipMissing: true });
    expect(config.problems).toEqual(['Bundled/0']);
    await expect(plan(first)).rejects.toThrow('no program for 1 of the problems: Mine/0');
  });

  it('is all of another data set for the simulated model', async () => {
    const file = written('other.jsonl', firstRow().replaceAll('Bundled/0', 'Other/0'));
    await expect(plan({ dataset: file })).rejects.toMatchObject({
      exitCode: 2,
      remedy: expect.stringContaining('recorded:') as string,
    });
  });

  it('leaves nothing when it is everything', async () => {
    const file = written('none.jsonl', firstRow().replaceAll('Bundled/0', 'Other/0'));
    const model = `recorded:${bank}`;
    await expect(plan({ dataset: file, model, skipMissing: true })).rejects.toThrow('is left');
  });
});

describe('a run that cannot be', () => {
  const files = (): Record<string, string> => ({
    empty: written('empty.jsonl', ''),
    blank: written('blank.jsonl', '\n\n'),
    text: written('text.jsonl', 'not json'),
    list: written('list.json', '[{"task_id": 1}]'),
    fields: written('fields.jsonl', '{"task_id": "X/1"}'),
    damaged: written('damaged.jsonl.gz', '\u001f\u008b garbage'),
  });

  it.each(['empty', 'blank', 'text', 'list', 'fields', 'damaged'])(
    'has a data set that is %s',
    async (kind) => {
      const dataset = files()[kind] ?? '';
      await expect(plan({ dataset })).rejects.toMatchObject({ exitCode: 2 });
      await expect(plan({ dataset })).rejects.toThrow(dataset);
    },
  );

  it.each(['empty', 'text', 'fields'])('has a bank that is %s', async (kind) => {
    const file = files()[kind] ?? '';
    await expect(plan({ model: `recorded:${file}` })).rejects.toMatchObject({ exitCode: 2 });
    await expect(plan({ model: `recorded:${file}` })).rejects.toThrow(file);
  });

  it.each(['empty', 'text', 'fields'])('has visible tests that are %s', async (kind) => {
    const visibleTests = files()[kind] ?? '';
    await expect(plan({ visibleTests })).rejects.toMatchObject({ exitCode: 2 });
  });

  it.each([
    [{ method: 'magic' }, 'unknown method "magic"'],
    [{ dataset: 'nowhere' }, 'no data set "nowhere"'],
    [{ problems: 'Bundled/99' }, 'bundled has no Bundled/99'],
    [{ model: 'recorded:' }, 'names no bank'],
    [{ model: 'recorded:/nowhere.jsonl' }, '/nowhere.jsonl'],
    [{ model: bank }, 'is a file'],
    [{ model: `recorded:${bank}`, competence: '0.5' }, '--competence means nothing'],
    [{ thinkerModel: 'x' }, '--thinker-model means nothing'],
    [{ bankModel: 'nobody' }, 'nobody'],
  ])('is told by its message: %j', async (change, message) => {
    await expect(plan(change)).rejects.toThrow(message);
    await expect(plan(change)).rejects.toMatchObject({ exitCode: 2 });
  });

  it('has no key for its endpoint, or flags that mean nothing there', async () => {
    await expect(plan({ model: 'gpt-x' })).rejects.toMatchObject({
      code: 'NO_API_KEY',
      exitCode: 2,
    });
    const key = { OPENAI_API_KEY: 'k' };
    await expect(plan({ model: 'gpt-x', competence: '1' }, key)).rejects.toThrow('--competence');
  });
});
