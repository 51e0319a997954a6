import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Recipe } from '../../../core/schemas/recipe';
import { requireUnchanged, sourceHashes } from '../../../lab/building/source-hashes';
import { createMemoryStore } from '../../fakes/memory-store';

const recipe = Recipe.parse({
  name: 'small',
  sources: [
    { name: 'first', file: 'first.jsonl' },
    { name: 'second', file: 'second.jsonl', questions: 'questions.tsv' },
  ],
  methods: { pack: {} },
});

describe('sources that are read several times', () => {
  let folder = '';
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
  };
  const where = () => ({ store: createMemoryStore(), folder });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-sources-'));
    for (const name of ['first.jsonl', 'second.jsonl', 'questions.tsv']) write(name, `${name}\n`);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('are used if their bytes stay the same', async () => {
    const before = await sourceHashes(recipe, where());
    write('first.jsonl', 'first.jsonl\n');
    await expect(requireUnchanged(recipe, where(), before)).resolves.toBeUndefined();
  });

  it.each([
    ['second.jsonl', 'source second: second.jsonl changed while it was read'],
    ['questions.tsv', 'source second: its table questions.tsv changed while it was read'],
  ])('are refused if %s changes', async (name, message) => {
    const before = await sourceHashes(recipe, where());
    write(name, 'another row\n');
    await expect(requireUnchanged(recipe, where(), before)).rejects.toMatchObject({
      ...{ message, code: 'BAD_SOURCE_FILE', exitCode: 2 },
    });
  });
});
