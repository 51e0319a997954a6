import { batchedCalls, estimateCalls } from '../../../core/code-feedback/estimate-calls';
import type { MethodSample } from '../../../core/code-feedback/estimate-calls';
import type { DatasetMethod } from '../../../core/names/dataset-methods';
import { recipeOf } from './row-player';

const rows = new Map<DatasetMethod, number>([
  ['simulate', 10],
  ['pack', 100],
]);

function estimated(changes: object, sample?: MethodSample) {
  const recipe = recipeOf({ methods: { pack: {}, simulate: {} }, ...changes });
  const samples = new Map<DatasetMethod, MethodSample>();
  if (sample !== undefined) samples.set('simulate', sample);
  return estimateCalls(rows, recipe, samples);
}

describe('the cost of a data set', () => {
  it('is at most what the rules allow, with every repeated request', () => {
    const [simulate, pack] = estimated({ filter: { combine: 'and' } });
    // Two raters, asked twice; 1 + 3 turns; feedback in up to 3 requests; 1 + 3 turns.
    expect(simulate).toMatchObject({ rows: 10, calls: 10 * (4 + 4 + 3 + 4), tokens: null });
    expect(pack).toMatchObject({ rows: 100, calls: 400, sampled: 0 });
  });

  it('is unknown in dollars where some price is unknown, and without a sample', () => {
    const sample = { rows: 4, calls: 20, tokens: 4_000, costUsd: null };
    const estimates = estimated({ filter: { combine: 'and' } }, sample);
    expect(estimates.map(({ costUsd }) => costUsd)).toEqual([null, null]);
  });

  it('is nothing for dialogues that are kept as they are', () => {
    const kept = estimateCalls(
      new Map([['keep', 9]]),
      recipeOf({ methods: { keep: {} } }),
      new Map(),
    );
    expect(kept).toEqual([
      { method: 'keep', rows: 9, calls: 0, tokens: 0, costUsd: 0, sampled: 0 },
    ]);
  });

  it('is at most the budget of a row', () => {
    expect(estimated({ budgets: { callsPerRow: 3 } })).toMatchObject([{ calls: 30 }, { calls: 0 }]);
  });

  it('counts an embedding of each row to pack', () => {
    const [, pack] = estimated({ models: { embedder: 'small' } });
    expect(pack).toMatchObject({ calls: 100 });
  });

  it('is that of finished rows, where there are some', () => {
    const [simulate] = estimated({}, { rows: 4, calls: 20, tokens: 4_000, costUsd: 0.5 });
    expect(simulate).toMatchObject({ calls: 50, tokens: 10_000, costUsd: 1.25, sampled: 4 });
  });
});

describe('the calls of a data set that go through batches', () => {
  const counts = new Map<DatasetMethod, number>([
    ['pack', 100],
    ['similar', 10],
    ['keep', 5],
  ]);
  const methods = { pack: {}, similar: {}, keep: {} };

  it('are those of the stages that the recipe names, where a method has them', () => {
    const models = { embedder: 'vectors' };
    const filter = { combine: 'and' };
    const stages = ['rate', 'embed', 'explain'];
    const whole = recipeOf({ methods, models, filter, batch: { stages } });
    // Two raters of packed rows, one vector of each; the texts of up to four similar problems.
    expect(batchedCalls(counts, whole)).toEqual({ rate: 200, embed: 100, explain: 40 });
    const rated = recipeOf({ methods, models, filter, batch: { stages: ['rate'] } });
    expect(batchedCalls(counts, rated)).toEqual({ rate: 200 });
    const lexical = recipeOf({ methods, filter, batch: { stages } });
    expect(batchedCalls(counts, lexical)).toEqual({ rate: 200, explain: 40 });
  });

  it('are none without batches', () => {
    expect(batchedCalls(counts, recipeOf({ methods, filter: { combine: 'and' } }))).toEqual({});
  });
});
