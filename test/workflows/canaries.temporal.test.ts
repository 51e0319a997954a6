import { join } from 'node:path';

import { startWork } from '../../client';
import type { Store } from '../../core/ports/records';
import type { Sandbox } from '../../core/adapters/sandbox';
import { bundledFile, loadDataset } from '../../datasets';
import { createModelClient } from '../../llm';
import { loadBank, startModelServer } from '../../llm/simulated';
import type { ModelServer } from '../../llm/simulated';
import { openSandbox } from '../../sandbox';
import { openStore } from '../../store';
import { canonicalSolutionCanary, hiddenTestCanary, visibleTestCanary } from '../fixtures/canaries';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { scriptedRunConfig } from './support/scripted-problems';
import { scriptedWorker, testTiming } from './support/scripted-run';
import { startTestEngine } from './support/test-engine';
import type { TestEngine } from './support/test-engine';
import { wholeHistories } from './support/whole-history';
import type { WholeHistory } from './support/whole-history';
import { activityDependencies } from '../fakes/activity-dependencies';

const run = 'canaries';

describeWithTemporal('a run over the bundled problems', () => {
  describeWithSandbox('with a real model server and a real sandbox', () => {
    let engine: TestEngine;
    let store: Store;
    let sandbox: Sandbox;
    let server: ModelServer;
    let histories: readonly WholeHistory[];

    beforeAll(async () => {
      engine = await startTestEngine();
      store = await openStore({ path: join(engine.root, 'store.sqlite') });
      sandbox = await openSandbox({ backend: 'bubblewrap', stateLabel: engine.root });
      server = await startModelServer({
        kind: 'simulated',
        bank: await loadBank([bundledFile('bank.jsonl')]),
        settings: {
          competence: 0.4,
          criticAccuracy: 0.7,
          contentFaults: { malformed: 0.1, refusal: 0.05 },
        },
        transportFaults: { rate500: 0.1, rateDrop: 0.05, firstArrivals: 1 },
        logMessages: true,
      });
      await playedToItsEnd();
      histories = await wholeHistories(engine, run);
    }, 180_000);

    afterAll(async () => {
      await server.close();
      await sandbox.close();
      await store.close();
      await engine.close();
    });

    async function playedToItsEnd(): Promise<void> {
      const dataset = await loadDataset({ nameOrPath: 'bundled', cacheDir: engine.root });
      const { name, sha256, rows } = dataset;
      const { baseUrl, logicalEndpoint } = server;
      const config = scriptedRunConfig({
        dataset: { name, sha256 },
        problems: rows.slice(0, 8).map(({ problem }) => problem.id),
        model: { kind: 'simulated', name: 'simulated', logicalEndpoint },
        budget: 4,
      });
      await store.problems.save(sha256, rows);
      await store.runs.createRun(run, config);
      const client = createModelClient({
        baseUrl,
        apiKey: null,
        timeoutMs: 30_000,
        ownServer: true,
      });
      const dependencies = activityDependencies({
        store,
        sandbox: () => Promise.resolve(sandbox),
        modelClient: () => Promise.resolve(client),
        leaseMs: testTiming.heartbeatMs,
      });
      const worker = await scriptedWorker({ engine, dependencies }, { queue: run });
      await worker.runUntil(async () => {
        await startWork(engine.client, {
          concurrency: 4,
          setting: {
            run,
            kind: config.kind,
            timing: testTiming,
            queues: { workflows: run, model: run, sandbox: run },
            labels: { method: config.method, dataset: name, model: 'simulated' },
          },
        });
        await engine.client.workflow.getHandle(run).result();
      });
    }

    const messages = (): readonly string[] =>
      server.log().flatMap(({ messages: kept = [] }) => kept.map(({ content }) => content));
    const whereIs = (canary: string): readonly string[] => [
      ...messages()
        .filter((text) => text.includes(canary))
        .map(() => 'message'),
      ...histories
        .filter(({ texts }) => texts.some((text) => text.includes(canary)))
        .map(({ id }) => id),
    ];

    it('is complete, and had everything in it that could give a secret away', async () => {
      expect(await store.runs.counts(run)).toMatchObject({ total: 8, completed: 8 });
      const attempts = await store.runs.attempts(run);
      // So the references, which hold a canary, were run.
      const level = { kind: 'found', level: 'data', by: 'reference' };
      expect(attempts.map(({ result }) => result?.level)).toEqual(attempts.map(() => level));
      const records = JSON.stringify(attempts);
      for (const kind of ['"failed"', '"accept"', '"refine"', '"abort"']) {
        expect(records).toContain(kind);
      }
      expect(server.log().some(({ status }) => status === 500)).toBe(true);
      expect(messages().length).toBeGreaterThan(50);
    });

    it('shows no hidden test to a model or in a history', () => {
      expect(whereIs(hiddenTestCanary)).toEqual([]);
    });

    it('shows no canonical solution to a model or in a history', () => {
      expect(whereIs(canonicalSolutionCanary)).toEqual([]);
    });

    it('shows a visible test to the model and in the histories of its problem, by the same search', () => {
      const found = whereIs(visibleTestCanary);
      expect(found).toContain('message');
      expect(found).toContain(`${run}/Bundled/1/0`);
      expect(found.every((where) => where === 'message' || where.includes('Bundled/1/'))).toBe(
        true,
      );
    });

    it('keeps its histories small', () => {
      const largest = Math.max(...histories.map(({ payloadBytes }) => payloadBytes));
      expect(largest).toBeLessThan(256 * 1024);
      expect(Math.max(...histories.map(({ events }) => events))).toBeLessThan(2_000);
    });

    it('can be found in the engine by its readable ids', () => {
      const ids = histories.map(({ id }) => id);
      expect(ids).toContain(run);
      expect(ids).toContain(`${run}/Bundled/0/0`);
      expect(ids).toContain(`${run}/Bundled/0/0/n0`);
      const types = histories.map(({ type }) => type);
      expect(types.filter((type) => type === 'runWindow')).toHaveLength(1);
      expect(types.filter((type) => type === 'solveProblem')).toHaveLength(8);
      expect(types.filter((type) => type === 'expandNode').length).toBeGreaterThan(8);
    });

    it('can be listed by method, data set, model and phase', async () => {
      const { client } = engine;
      const count = async (query: string): Promise<number> =>
        (await client.workflow.count(`EspalierRun = "${run}" AND ${query}`)).count;
      const all = histories.length;
      expect(await count('EspalierMethod = "code-tree"')).toBe(all);
      expect(await count('EspalierDataset = "bundled"')).toBe(all);
      expect(await count('EspalierModel = "simulated"')).toBe(all);
      expect(await count('EspalierPhase = "grading"')).toBe(8);
      expect(await count('EspalierPhase = "running"')).toBe(1);
    });

    it('says in the engine what each workflow and each activity is for', () => {
      const textsOf = (id: string): string =>
        (histories.find((history) => history.id === id)?.texts ?? []).join('\n');
      expect(textsOf(run)).toContain('"code-tree on bundled with simulated"');
      expect(textsOf(`${run}/Bundled/0/0`)).toContain('"code-tree on Bundled/0"');
      const node = textsOf(`${run}/Bundled/0/0/n0`);
      expect(node).toContain('"solver at depth 1"');
      expect(node).toContain('"solver n0"');
      expect(node).toContain('"visible tests n0"');
    });
  });
});
