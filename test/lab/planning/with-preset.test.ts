import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { planRun } from '../../../lab/planning/plan-run';
import { checkRunRequest } from '../../../lab/planning/run-request';
import type { RunRequest } from '../../../lab/planning/run-request';
import { planSweep } from '../../../lab/sweeps/plan-sweep';
import { checkSweepRequest } from '../../../lab/sweeps/sweep-request';

let folder: string;
let dataset: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-preset-'));
  dataset = join(folder, 'mbpp.jsonl');
  const row = {
    ...{ task_id: 11, text: 'Double a number.', code: 'def f(x):\n    return 2 * x\n' },
    test_list: ['assert f(1) == 2', 'assert f(2) == 4'],
  };
  writeFileSync(dataset, `${JSON.stringify(row)}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plan = (changes: Partial<RunRequest> = {}) =>
  planRun(
    checkRunRequest({ dataset, model: 'gpt-x', method: 'code-tree', ...changes }),
    readSettings({ HOME: folder, OPENAI_API_KEY: 'k' }),
  );
const preset = 'codetree-paper';

describe('a run with a preset', () => {
  it('is the run of all that the preset sets', async () => {
    const { id, config, dataset: read } = await plan({ preset });
    const said = { prompts: preset, visibleTests: 'paper', maxTokens: 4096 } as const;
    expect(id).toBe((await plan({ ...said, budget: 20, answer: 'last-failing' })).id);
    expect(config).toMatchObject({
      budget: 20,
      maxTokens: 4096,
      prompts: { set: preset, program: 'quoted' },
      search: { maxDepth: 3, width: 10, answer: 'last-failing' },
      limits: { visible: { cpuMs: 1000 }, hidden: { cpuMs: 10_000 } },
      dataset: { visibleTests: { from: 'paper', without: 0 } },
    });
    expect(read.rows[0]?.problem.visibleTests).toHaveLength(2);
    expect(JSON.stringify(config)).not.toContain('preset');
  });

  it.each([
    ['reflexion', 'passing'],
    ['direct', undefined],
  ])('has %s answer by a rule of its own: %s', async (method, answer) => {
    const { config } = await plan({ preset, method });
    expect(config).toMatchObject({ kind: 'search' });
    expect('search' in config && config.search.answer).toBe(answer);
  });

  it.each<[Partial<RunRequest>, object]>([
    [{ budget: 5 }, { budget: 5 }],
    [{ prompts: 'default' }, { prompts: { set: 'default', program: 'own-turn' } }],
    [{ visibleTests: 'none' }, { dataset: { visibleTests: { from: 'none' } } }],
    [{ maxTokens: 100 }, { maxTokens: 100 }],
    [{ answer: 'passing' }, { search: { answer: 'passing' } }],
    [{ shownProgram: 'own-turn' }, { prompts: { program: 'own-turn' } }],
  ])('has what is said beside the preset: %j', async (said, expected) => {
    expect((await plan({ preset, ...said })).config).toMatchObject(expected);
  });

  it('answers with the best when that is said beside the preset', async () => {
    const { config } = await plan({ preset, answer: 'best' });
    expect(config).toMatchObject({ search: { maxDepth: 3, width: 10 } });
    expect('search' in config && 'answer' in config.search).toBe(false);
  });

  it('is named when a data set refuses what it sets, and not when that was typed', async () => {
    const bundled = { dataset: 'bundled', model: 'simulated' };
    const settings = readSettings({ HOME: folder });
    const refused = {
      code: 'BAD_FLAG',
      message: expect.stringMatching(
        /^--preset codetree-paper sets --visible-tests paper: these rows/,
      ) as string,
    };
    await expect(plan({ ...bundled, preset })).rejects.toMatchObject(refused);
    const sweep = {
      ...{ dataset: ['bundled'], model: ['simulated'], method: ['code-tree'] },
      preset,
    } as const;
    await expect(planSweep(checkSweepRequest(sweep), settings)).rejects.toMatchObject(refused);
    await expect(plan({ ...bundled, preset, visibleTests: 'paper' })).rejects.toMatchObject({
      message: expect.stringMatching(/^--visible-tests paper: these rows/) as string,
    });
  });

  it('is not named for another fault of the data set', async () => {
    const missing = plan({ dataset: join(folder, 'none.jsonl'), preset });
    await expect(missing).rejects.toMatchObject({
      message: expect.not.stringContaining('--preset') as string,
    });
  });

  it('is refused for another kind of work', async () => {
    await expect(plan({ preset, method: 'refine' })).rejects.toMatchObject({
      code: 'OPTION_OF_OTHER_KIND',
      message: '--preset means nothing for --method refine',
    });
  });
});

it('a rule of answers is none of a run from before there was a choice, and keeps its id', async () => {
  expect((await plan({ answer: 'best' })).id).toBe((await plan()).id);
  expect((await plan({ answer: 'passing' })).id).not.toBe((await plan()).id);
});
