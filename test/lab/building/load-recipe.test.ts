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

  it.each([
    ['a.jsonl', 'attempts', { file: 'a.jsonl', attempts: 'all' }, 'file'],
    ['a.jsonl', 'consent', { file: 'a.jsonl', consent: true }, 'file'],
    ['a run', 'form', { run: 'r', form: 'alpaca' }, 'run'],
    ['a run', 'fields', { run: 'r', fields: { query: 'q' } }, 'run'],
    ['a run', 'questions', { run: 'r', questions: 'q.tsv' }, 'run'],
    ['a run', 'consent', { run: 'r', consent: true }, 'run'],
    ['a chat', 'attempts', { chat: 'c', consent: true, attempts: 'all' }, 'chat'],
    ['a chat', 'limit', { chat: 'c', consent: true, limit: 3 }, 'chat'],
  ])(
    'is refused where %s has the member %s, which means nothing there',
    async (_of, member, source, origin) => {
      const message = await refused({ ...whole, sources: [{ name: 'a', ...source }] });
      expect(message).toBe(
        `sources.0: \`${member}\` means nothing for a source with \`${origin}\`: leave it out`,
      );
    },
  );

  it.each([
    [
      'both a form and fields',
      { form: 'alpaca', fields: { query: 'q' } },
      /^sources\.0: has `form` and `fields`/,
    ],
    [
      'questions of rows without a slug',
      { questions: 'q', fields: { query: 'q' } },
      /^sources\.0: `questions` means nothing with `fields`/,
    ],
  ])('is refused with %s', async (_what, members, message) => {
    const sources = [{ name: 'a', file: 'a.jsonl', ...members }];
    expect(await refused({ ...whole, sources })).toMatch(message);
  });

  const unrated = /does nothing: none of its methods has rows that are rated\. Leave it out$/;
  it.each([
    [
      'a least length above the greatest',
      { gates: { minChars: 9, maxChars: 8 } },
      /^gates: `minChars` is above `maxChars`/,
    ],
    ['too few rows to pack', { methods: { pack: { rows: 2 } } }, /^methods\.pack\.rows: /],
    [
      'a rule for ratings that nobody makes',
      { filter: { combine: 'or' }, methods: { keep: {} } },
      unrated,
    ],
    ['a least rating without ratings', { filter: { combine: 'none', minRating: 3 } }, unrated],
    [
      'a text to rate without ratings',
      { filter: { combine: 'none', includeAnswer: true } },
      unrated,
    ],
    ['a judge without ratings', { filter: { combine: 'none' }, models: { judge: 'm' } }, unrated],
    [
      'a weak model that is not asked',
      { models: { weak: 'm' } },
      /^models\.weak does nothing: it is for the methods simulate\./,
    ],
    [
      'a strong model that is not asked',
      { models: { strong: 'm' } },
      /^models\.strong does nothing/,
    ],
    [
      'an embedder without rows to pack',
      { methods: { simulate: {} }, models: { embedder: 'm' } },
      /^models\.embedder does nothing/,
    ],
    [
      'languages without their gate',
      { gates: { off: ['language'], languages: ['python'] } },
      /^gates\.languages does nothing: the gate language is off/,
    ],
    [
      'a length without its gate',
      { gates: { off: ['length'], maxChars: 99 } },
      /^gates\.maxChars does nothing/,
    ],
    [
      'licences without their gate',
      { gates: { off: ['licence'], refusedLicences: ['x'] } },
      /^gates\.refusedLicences does nothing/,
    ],
    [
      'benchmarks without their gate',
      { gates: { off: ['contamination'], contaminationSets: ['mbpp'] } },
      /^gates\.contaminationSets does nothing/,
    ],
  ])('is refused with %s', async (_what, changes, message) => {
    expect(await refused({ ...whole, ...changes })).toMatch(message);
  });

  it('may say that nothing is rated or compared where nothing would be', async () => {
    const quiet = {
      filter: { combine: 'none' },
      gates: { off: ['contamination'], contaminationSets: [] },
    };
    await expect(load({ ...whole, ...quiet, methods: { keep: {} } })).resolves.toBeDefined();
  });
});
