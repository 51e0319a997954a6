import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadRecipe } from '../../../lab/building/load-recipe';

const whole = {
  name: 'own',
  sources: [{ name: 'a', file: 'a.jsonl' }],
  methods: { pack: {} },
};

describe('a recipe', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-recipe-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const load = (value: unknown, name = 'recipe.json') => {
    const path = join(folder, name);
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
    return loadRecipe(path);
  };
  const refused = async (value: unknown): Promise<string> => {
    const error: unknown = await load(value).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'BAD_RECIPE', exitCode: 2 });
    return (error as Error).message.replace(/^recipe \S+: /, '');
  };

  it('is the same as YAML and as JSON, and gets the usual values of what it leaves out', async () => {
    const yaml = 'name: own\nsources: [{ name: a, file: a.jsonl }]\nmethods: { pack: {} }\n';
    const recipe = await load(yaml, 'recipe.yaml');
    expect(recipe).toEqual(await load(whole));
    expect(recipe).toMatchObject({
      ...{ seed: 0, filter: { combine: 'and', minRating: 4 }, output: { testShare: 0.02 } },
      gates: { minChars: 20, maxChars: 60_000, contaminationSets: ['humaneval', 'mbpp'] },
    });
  });

  it('is refused if it cannot be read or is no YAML', async () => {
    await expect(loadRecipe(join(folder, 'none.yaml'))).rejects.toMatchObject({
      ...{ code: 'BAD_RECIPE', exitCode: 2 },
      remedy: 'docs/making-data-sets.md has a recipe with every member',
    });
    expect(await refused('name: [')).toMatch(/^is not YAML: /);
    expect(await refused('')).toMatch(/^the whole: /);
  });

  it.each([
    ['an unknown member', { seeds: 1 }, /^the whole: .*seeds/],
    ['a member of another type', { seed: 'one' }, /^seed: /],
    ['a name that is no file name', { name: 'My set' }, /^name: must be lower-case letters/],
    ['no sources', { sources: [] }, /^sources: /],
    ['no methods', { methods: {} }, /^methods: names none$/],
    [
      'two sources of one name',
      { sources: [...whole.sources, ...whole.sources] },
      /^two sources are named a$/,
    ],
    [
      'an unknown gate',
      { gates: { off: ['luck'] } },
      /^gates\.off: there is no gate luck; known are role-order/,
    ],
  ])('is refused with %s', async (_what, changes, message) => {
    expect(await refused({ ...whole, ...changes })).toMatch(message);
  });
});
