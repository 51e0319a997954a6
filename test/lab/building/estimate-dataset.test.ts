import { isOfKind } from '../../../core/kinds/of-kind';
import type { Store } from '../../../core/ports/records';
import { datasetPrices } from '../../../lab/building/dataset-prices';
import { estimateDataset } from '../../../lab/building/estimate-dataset';
import { identityOf } from '../../report/small-run';
import { madeDataset, sourceRow } from '../../report/datasets/made-dataset';

async function configOf(store: Store, run: string) {
  const record = await store.runs.run(run);
  if (record === null || !isOfKind(record.config, 'dataset')) throw new Error(`no data set ${run}`);
  return record.config;
}

/** Answers a question of a row, paid for by its run. */
async function answered(
  store: Store,
  { run, problem, costUsd }: { run: string; problem: string; costUsd: number | null },
): Promise<void> {
  const identity = identityOf(`${run} ${problem}`);
  const use = {
    ...{ run, problem, sample: 0, kind: 'dataset' as const, step: 0, repair: false },
    context: { problem, role: 'first-rater' as const },
  };
  const request = {
    ...{ logicalEndpoint: 'http://models.test/v1', model: 'model-x', parameters: {}, seed: 0 },
    messages: [{ role: 'user' as const, content: 'Rate it.' }],
    draw: { sample: 0, ordinal: 0 },
  };
  await store.journal.claim({ identity, request, use, owner: 'one', leaseMs: 1000 });
  const usage = { promptTokens: 90, completionTokens: 10 };
  const answer = { text: '4', finishReason: 'stop' as const, usage, costUsd };
  await store.journal.answer(
    identity,
    { ...answer, latencyMs: 1, origin: null },
    { use, requests: ['answered'] },
  );
}

const planned = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ row: sourceRow(`own/${String(at)}`), method: 'simulate' as const },
    end: 'filtered' as const,
  }));

/** A sample of two rows with a call each, and a plan of ten. */
async function sampled(costs: readonly (number | null)[], recipe: object = {}) {
  const { store, run } = await madeDataset(planned(2), { run: 'sample' });
  for (const [at, costUsd] of costs.entries()) {
    await answered(store, { run, problem: `own/${String(at)}`, costUsd });
  }
  const plan = await madeDataset(planned(10), { run: 'plan', store, recipe });
  // Its rows have ended without a call: only other runs serve as the sample here.
  const config = await configOf(store, plan.run);
  return { store, config };
}

describe('the cost of a planned data set', () => {
  it('comes from the calls of finished rows of the same rules, with their price', async () => {
    const { store, config } = await sampled([0.25, 0.75]);
    // The two rows of the sample and the ten of the plan itself, which asked nothing.
    expect((await estimateDataset(store, config)).methods).toEqual([
      { method: 'simulate', rows: 10, calls: 2, tokens: 167, costUsd: 10 / 12, sampled: 12 },
    ]);
  });

  it('is unknown in dollars if one price is unknown', async () => {
    const { store, config } = await sampled([0.25, null]);
    expect((await estimateDataset(store, config)).methods).toMatchObject([
      { calls: 2, costUsd: null },
    ]);
  });

  it('does not come from rows of other rules', async () => {
    const recipe = { filter: { combine: 'none' as const, minRating: 4, includeAnswer: false } };
    const { store, config } = await sampled([0.25, 0.75], recipe);
    expect((await estimateDataset(store, config)).methods).toMatchObject([
      { calls: 0, sampled: 10 },
    ]);
  });

  it('is known to be nothing for dialogues of a run or chat, without a sample', async () => {
    const rows = [{ row: sourceRow('sweep/0'), method: 'keep' as const, end: null }];
    const { store, run } = await madeDataset(rows, {
      recipe: { sources: [{ name: 'sweep', run: 'code-tree-1' }] },
    });
    expect((await estimateDataset(store, await configOf(store, run))).methods).toMatchObject([
      { method: 'keep', rows: 1, calls: 0, tokens: 0, costUsd: 0 },
    ]);
  });
});

describe('the prices of a planned data set', () => {
  it('are those of the models that the recipe names; an unknown price stays unknown', async () => {
    const { store, run } = await madeDataset(planned(1), {
      recipe: { models: { strong: 'gpt-4o', embedder: 'text-embedding-3-small' } },
    });
    const prices = await datasetPrices(await configOf(store, run));
    expect(prices.map(({ model, price }) => [model, price?.inputUsd ?? null])).toEqual([
      ...[['model-x', null]],
      ...[['gpt-4o', 2.5]],
      ...[['text-embedding-3-small', 0.02]],
    ]);
  });
});
