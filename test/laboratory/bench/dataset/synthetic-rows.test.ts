import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { RecipeSource } from '../../../../core/schemas/recipe';
import { readSource } from '../../../../datasets';
import { loadRecipe } from '../../../../lab/building/load-recipe';
import { writeSyntheticRows } from '../../../../laboratory/bench/dataset/synthetic-rows';

describe('the synthetic rows of the bench', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-synthetic-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('are dialogues and a few instructions that a recipe reads', async () => {
    const recipe = await loadRecipe(await writeSyntheticRows(folder, { rows: 501, seed: 1 }));
    expect(Object.keys(recipe.methods).sort()).toEqual(['keep', 'simulate']);
    const source = RecipeSource.parse(recipe.sources[0]);
    const dialogues: boolean[] = [];
    for await (const read of readSource(source, join(folder, 'rows.jsonl'))) {
      if (read.kind === 'row') dialogues.push(read.row.turns !== undefined);
    }
    expect(dialogues).toHaveLength(501);
    expect(dialogues.filter((isDialogue) => !isDialogue)).toHaveLength(2);
  });

  it('are the same bytes for the same seed', async () => {
    const written = async (seed: number): Promise<string> => {
      await writeSyntheticRows(folder, { rows: 60, seed });
      return readFileSync(join(folder, 'rows.jsonl'), 'utf8');
    };
    const first = await written(1);
    expect(await written(1)).toBe(first);
    expect(await written(2)).not.toBe(first);
  });
});
