import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from '../../../laboratory/home/eventually';
import type { BatchRules } from '../../../llm/simulated/batches/batch-rules';
import type { ModelServer } from '../../../llm/simulated/server';
import { exportDataset } from '../../../report/datasets/export/export-dataset';
import { bundledServer } from '../../llm/simulated/chat-calls';
import { describeWithTemporal } from '../../prerequisites';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';
import { batchedRun, batchesOf, playBatched, serveRun } from './batched-run';
import type { BatchedRun } from './batched-run';

const rows = 8;
const batch = { stages: ['rate', 'embed'] as ('rate' | 'embed')[], rows: 100 };

describeWithTemporal('rows whose calls go through a batch API', () => {
  let engine: TestEngine;
  let server: ModelServer | null = null;
  let expected: readonly string[] = [];

  const serve = async (rules: BatchRules = {}): Promise<ModelServer> => {
    server = await bundledServer({ batches: rules });
    return server;
  };
  const exported = async ({ store, id: run }: BatchedRun): Promise<readonly string[]> => {
    const directory = join(mkdtempSync(join(engine.root, 'export-')), 'out');
    const wanted = { forms: ['code-feedback'], parquet: false, force: false } as const;
    await exportDataset(store, { run, directory, ...wanted, without: new Set<string>() });
    const files = ['code-feedback/train.jsonl', 'meta.jsonl', 'rejected.jsonl', 'stats.json'];
    return files.map((name) => readFileSync(join(directory, name), 'utf8').replaceAll(run, 'RUN'));
  };
  const played = async (rules: BatchRules, spec: Parameters<typeof batchedRun>[2]) => {
    const at = await serve(rules);
    const run = await batchedRun(engine, at, spec);
    return playBatched(engine, run, async () => ({
      files: await exported(run),
      batches: await run.store.batches.ofRun(run.id),
      made: await batchesOf(at).catch(() => []),
      singly: at.log().map(({ role }) => role),
      totals: await run.store.runs.callTotals(run.id),
      duplicates: (await run.store.runs.paidDuplicates(run.id)).count,
    }));
  };

  beforeAll(async () => {
    engine = await startTestEngine();
    const alone = await played({}, { rows });
    expected = alone.files;
    expect(alone.made).toEqual([]);
    expect(alone.singly.length).toBeGreaterThan(2 * rows);
    await server?.close();
  });
  afterEach(() => server?.close());
  afterAll(() => engine.close());

  it('are rated in one batch and embedded in one, with the same data set as without', async () => {
    const { files, batches, made, singly, totals } = await played({}, { rows, batch });
    expect(singly).toEqual([]);
    expect(made).toEqual(['batch-2', 'batch-1']);
    expect(batches.map(({ stage, state, trouble }) => [stage, state, trouble])).toEqual([
      ['rate', 'ended', null],
      ['embed', 'ended', null],
    ]);
    expect(batches[0]).toMatchObject({ requests: 2 * rows, answered: 2 * rows });
    expect(files).toEqual(expected);
    expect(totals.resends).toBe(0);
  });

  it('are asked singly where the batch has no answer, and nothing else is', async () => {
    const rules = { failShare: 0.2, missingShare: 0.2 };
    const { files, batches, singly, duplicates } = await played(rules, { rows, batch });
    const open = batches.reduce((sum, { requests, answered }) => sum + requests - answered, 0);
    expect(open).toBeGreaterThan(3);
    // A vector of a row whose rating came late was in no batch.
    expect(singly.filter((role) => role !== 'embedder')).toHaveLength(
      (batches[0]?.requests ?? 0) - (batches[0]?.answered ?? 0),
    );
    expect(duplicates).toBe(0);
    expect(files).toEqual(expected);
  });

  it('go on singly after a batch that expired or failed', async () => {
    for (const end of ['expired', 'failed'] as const) {
      const { files, batches } = await played({ end }, { rows, batch });
      expect(batches[0]).toMatchObject({ state: 'ended', trouble: end });
      expect(files).toEqual(expected);
      await server?.close();
    }
  });

  it('go on singly where there is no batch API, and later rows do not ask for it', async () => {
    const { files, batches, singly } = await played(
      { serves: false },
      { rows, batch: { ...batch, rows: 1 } },
    );
    expect(new Set(batches.map(({ state }) => state))).toEqual(new Set(['unsupported']));
    // Four rows begin at the same time, and each asks for its own window and the next one.
    expect(batches.length).toBeLessThanOrEqual(5);
    expect(singly.length).toBeGreaterThan(2 * rows);
    expect(files).toEqual(expected);
  });

  it('have a batch for each window of rows', async () => {
    const { files, made, singly } = await played(
      {},
      { rows, batch: { stages: ['rate'], rows: 3 } },
    );
    expect(made).toHaveLength(3);
    expect(new Set(singly)).toEqual(new Set(['embedder']));
    expect(files).toEqual(expected);
  });

  it('are sent again in a batch when the endpoint has too many requests', async () => {
    const { files, made, singly, batches } = await played({ overLimit: 2 }, { rows, batch });
    expect(made).toHaveLength(4);
    expect(batches.map(({ state }) => state)).toEqual(['postponed', 'postponed', 'ended', 'ended']);
    expect(singly).toEqual([]);
    expect(files).toEqual(expected);
  });

  it('find a batch whose submission was not answered', async () => {
    const { files, made, singly } = await played({ unheard: 1 }, { rows, batch });
    expect(made).toEqual(['batch-2', 'batch-1']);
    expect(singly).toEqual([]);
    expect(files).toEqual(expected);
  });

  it('are not sent again when the worker ends while the batch is worked on', async () => {
    const at = await serve({ takesMs: 3_000 });
    const run = await batchedRun(engine, at, { rows, batch });
    const first = await serveRun(engine, run);
    await run.start();
    await eventually('the first batch', async () => (await batchesOf(at)).length === 1);
    await eventually('its name is stored', async () => {
      const [one] = await run.store.batches.ofRun(run.id);
      return one?.state === 'submitted';
    });
    await first();
    const { made, singly } = await playBatched(engine, run, async () => ({
      made: await batchesOf(at),
      singly: at.log(),
    }));
    expect(made).toEqual(['batch-2', 'batch-1']);
    expect(singly).toEqual([]);
  });
});
