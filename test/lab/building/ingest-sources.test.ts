import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Assigned } from '../../../core/code-feedback/assign-methods';
import { Recipe } from '../../../core/schemas/recipe';
import { ingestedRows, ingestSources } from '../../../lab/building/ingest-sources';
import { createMemoryStore } from '../../fakes/memory-store';
import { SmallRun } from '../../report/small-run';

const pair = (query: string) => JSON.stringify({ query, answer: `Answer to ${query}` });

describe('reading the sources of a recipe', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-ingest-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const recipeOf = (...sources: readonly object[]): Recipe =>
    Recipe.parse({ name: 'own', sources, methods: { pack: {}, keep: {} } });
  const write = (name: string, ...lines: readonly string[]) => {
    writeFileSync(join(folder, name), lines.join('\n'));
    return { name: name.replace('.jsonl', ''), file: name };
  };
  const read = async (recipe: Recipe, limit?: number, store = createMemoryStore()) => {
    const notes: string[] = [];
    const where = { store, folder, limit, note: (line: string) => void notes.push(line) };
    const ingest = await ingestSources(recipe, where);
    const rows: string[] = [];
    for await (const { place, row } of ingestedRows(recipe, where)) {
      rows.push(`${String(place)} ${row.id}`);
    }
    return { ...ingest, notes, rows };
  };
  const assigned = (...places: readonly number[]): ReadonlyMap<number, Assigned> =>
    new Map(places.map((place) => [place, { method: 'pack', errorClass: null, partners: [] }]));

  it('counts each row once: planned, unplanned, repeated or unreadable', async () => {
    const a = write('a.jsonl', pair('one'), 'no json', pair('two'), pair('one'));
    const b = write('b.jsonl', pair('two'), pair('three'));
    const { facts, counts, rows } = await read(recipeOf({ ...a, licence: 'MIT' }, b));
    expect(facts.map(({ id }) => id)).toEqual(['a/0', 'a/2', 'b/1']);
    expect(rows).toEqual(['0 a/0', '1 a/2', '2 b/1']);
    expect(counts(assigned(0, 2))).toMatchObject({
      a: { read: 4, unreadable: 1, repeated: 1, unplanned: 1, planned: 1, licence: 'MIT' },
      b: { read: 2, unreadable: 0, repeated: 1, unplanned: 0, planned: 1, licence: null },
    });
  });

  it('counts a partner as planned, for its own source', async () => {
    const a = write('a.jsonl', pair('one'));
    const b = write('b.jsonl', pair('two'));
    const { counts } = await read(recipeOf(a, b));
    const whole = new Map([...assigned(0)].map(([at, one]) => [at, { ...one, partners: [1] }]));
    expect(counts(whole)).toMatchObject({ a: { planned: 1 }, b: { planned: 1, unplanned: 0 } });
  });

  it('reads at most the rows of the limits, of each source', async () => {
    const a = write('a.jsonl', pair('one'), pair('two'), pair('three'));
    const b = write('b.jsonl', pair('four'), pair('five'), pair('six'));
    expect((await read(recipeOf({ ...a, limit: 1 }, b), 2)).rows).toEqual([
      ...['0 a/0', '1 b/0', '2 b/1'],
    ]);
  });

  it('names the first unreadable rows, and says how many there are', async () => {
    const a = write('a.jsonl', pair('one'), ...Array.from({ length: 5 }, () => '['));
    const { notes } = await read(recipeOf(a));
    expect(notes).toHaveLength(4);
    expect(notes[0]).toMatch(/^source a: row 1 is left out: line 2 is not JSON/);
    expect(notes[3]).toBe('source a: 5 rows are left out');
  });

  it('reads runs as dialogues, limited in the same way, and hashes what it read', async () => {
    const run = new SmallRun();
    const store = await run.play();
    const recipe = recipeOf({ name: 'sweep', run: run.id, attempts: 'all' });
    const all = await read(recipe, undefined, store);
    // Both problems of this run have the same words.
    expect(all.facts).toMatchObject([{ id: 'sweep/0', isDialogue: true }]);
    expect((await read(recipe, 1, store)).counts(assigned(0))).toMatchObject({
      sweep: { read: 1 },
    });
    const { sweep } = all.counts(assigned(0));
    expect(sweep).toMatchObject({
      ...{ read: 2, repeated: 1, planned: 1 },
      sha256: expect.stringMatching(/^\w{64}$/) as string,
    });
  });
});
