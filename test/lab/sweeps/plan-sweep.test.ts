import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { readSettings } from '../../../config/settings';
import { planRun } from '../../../lab/planning/plan-run';
import { checkRunRequest } from '../../../lab/planning/run-request';
import { planSweep } from '../../../lab/sweeps/plan-sweep';
import { checkSweepRequest } from '../../../lab/sweeps/sweep-request';
import type { SweepRequest } from '../../../lab/sweeps/sweep-request';

const datasets = resolve(__dirname, '../../../datasets/bundled');
const bank = `recorded:${join(datasets, 'bank.jsonl')}`;
let folder: string;
/** The first two bundled problems under other ids, and so another data set. */
let others: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-sweep-'));
  others = join(folder, 'others.jsonl');
  const rows = readFileSync(join(datasets, 'problems.jsonl'), 'utf8').split('\n').slice(0, 2);
  writeFileSync(others, rows.join('\n').replaceAll('Bundled/', 'Other/'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = () => readSettings({ HOME: folder });
const grid = { dataset: ['bundled'], method: ['direct', 'cot'], model: [bank] };
const plan = (changes: Partial<SweepRequest> = {}) =>
  planSweep(checkSweepRequest({ ...grid, ...changes }), settings());

/** A second bank that has the other problems, too. */
function bankOfBoth(): string {
  const file = join(folder, 'bank-of-others.jsonl');
  const text = readFileSync(join(datasets, 'bank.jsonl'), 'utf8');
  writeFileSync(file, text.replaceAll('Bundled/', 'Other/'));
  return `${bank},${file}`;
}

describe('the runs of a sweep', () => {
  it('are those that run start would plan, by model, then data set, then method', async () => {
    const models = [bank, 'simulated'];
    const planned = await plan({ model: models, limit: 3, seed: 4 });
    const alone = await Promise.all(
      models.flatMap((model) =>
        grid.method.map((method) =>
          planRun(
            checkRunRequest({ dataset: 'bundled', method, model, limit: 3, seed: 4 }),
            settings(),
          ),
        ),
      ),
    );
    expect(planned.map(({ id }) => id)).toEqual(alone.map(({ id }) => id));
  });

  it('may draw on one list of files with banks of several data sets', async () => {
    const planned = await plan({ dataset: ['bundled', others], model: [bankOfBoth()] });
    expect(planned.map(({ config }) => [config.dataset.name, config.problems.length])).toEqual([
      ['bundled', 16],
      ['bundled', 16],
      ['others', 2],
      ['others', 2],
    ]);
  });

  it('take the problems and levels that are named from the data sets that have them', async () => {
    const planned = await plan({
      ...{ dataset: ['bundled', others], method: ['direct'], model: [bankOfBoth()] },
      ...{ problems: ['Other/1', 'Bundled/3'], assuranceOf: { 'Other/1': 'shared' } },
    });
    expect(planned.map(({ config }) => [config.problems, config.assuranceOf])).toEqual([
      [['Bundled/3'], undefined],
      [['Other/1'], { 'Other/1': 'shared' }],
    ]);
  });
});

describe('a sweep that cannot be', () => {
  it.each<[string, Partial<SweepRequest>, string]>([
    ['a method', { method: ['direct', 'best'] }, 'unknown method "best"'],
    ['a data set', { dataset: ['bundled', 'bundles'] }, 'there is no data set "bundles"'],
    ['a problem', { problems: ['Bundled/0', 'Nowhere/1'] }, 'none of the data sets has Nowhere/1'],
    [
      'the problem of a level',
      { assuranceOf: { 'Nowhere/1': 'data' } },
      '--assurance-of: none of the data sets has Nowhere/1',
    ],
    [
      'an option that a method does not have',
      { method: ['code-tree', 'direct'], width: 3 },
      'direct on bundled: --width means nothing for --method direct',
    ],
    [
      'an option of another kind of work',
      { method: ['direct', 'refine'], budget: 3 },
      'refine on bundled: --budget means nothing for --method refine',
    ],
  ])('is refused whole, with %s by name', async (_, changes, message) => {
    await expect(plan(changes)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message) as string,
    });
  });

  it('names the data set that a bank does not have, and the one of which nothing is chosen', async () => {
    await expect(plan({ dataset: ['bundled', others] })).rejects.toThrow(
      `direct on ${others}: the bank has no program for 2 of the problems: Other/0, Other/1`,
    );
    const chosen = { dataset: ['bundled', others], model: [bankOfBoth()], problems: ['Other/0'] };
    await expect(plan(chosen)).rejects.toThrow(
      'direct on bundled: no problem of bundled is left after the selection',
    );
  });

  it('is one in which a data set has two names', async () => {
    const dataset = ['bundled', join(folder, 'bundled.jsonl')];
    const text = readFileSync(join(datasets, 'problems.jsonl'), 'utf8');
    writeFileSync(dataset[1] ?? '', text);
    await expect(plan({ dataset })).rejects.toMatchObject({
      code: 'SAME_RUN',
      message: expect.stringContaining('direct on bundled') as string,
    });
  });

  it.each<[keyof SweepRequest, unknown, string]>([
    ['method', ['direct', 'direct'], 'has a member twice'],
    ['dataset', [], 'names none'],
    ['model', 'simulated', 'must be a list'],
    ['seed', [1, 2], 'must be a whole number'],
  ])('has %s %j', (member, given, message) => {
    const request = { ...grid, [member]: given } as SweepRequest;
    expect(() => checkSweepRequest(request)).toThrow(message);
  });
});
