import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadRecipe } from '../../../lab/building/load-recipe';

describe('batches of a recipe', () => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-recipe-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const load = (members: object) => {
    const path = join(folder, 'recipe.yaml');
    const sources = [{ name: 'own', file: 'own.jsonl' }];
    writeFileSync(path, JSON.stringify({ name: 'small', sources, ...members }));
    return loadRecipe(path);
  };

  it('hold the requests of 1,000 rows unless the recipe says otherwise', async () => {
    const { batch } = await load({ methods: { pack: {} }, batch: { stages: ['rate'] } });
    expect(batch).toEqual({ stages: ['rate'], rows: 1000 });
    expect((await load({ methods: { pack: {} } })).batch).toBeUndefined();
  });

  it.each([
    [['rate'], { keep: {} }, 'batch.stages: `rate` needs a filter'],
    [['embed'], { pack: {} }, 'batch.stages: `embed` needs the method pack and models.embedder'],
    [['explain'], { pack: {} }, 'batch.stages: `explain` needs one of the methods similar'],
    [[], { pack: {} }, 'batch.stages: '],
    [['write'], { pack: {} }, 'batch.stages.0: '],
  ])('of the stages %j are refused for the methods %j', async (stages, methods, words) => {
    await expect(load({ methods, batch: { stages } })).rejects.toMatchObject({
      ...{ code: 'BAD_RECIPE', exitCode: 2 },
      message: expect.stringContaining(words) as string,
    });
  });

  it('hold a bounded number of rows', async () => {
    const batch = { stages: ['rate'], rows: 10_001 };
    await expect(load({ methods: { pack: {} }, batch })).rejects.toMatchObject({
      message: expect.stringContaining('batch.rows: ') as string,
    });
  });
});
