import { CallsInFlight } from '../../../activities/model/calls-in-flight';
import { endWork, queryProgress, setConcurrency, steer } from '../../../client';
import { nodeWorkflowId } from '../../../core/durable/workflow-ids';
import type { Store } from '../../../core/ports/records';
import { StoreFullError } from '../../../store/errors';
import { ModelAuthenticationError, ModelRateLimitError, ModelServerError } from '../../../llm';
import { deferred } from '../../fakes/deferred';
import { heldReply } from '../../fakes/scripted-model';
import type { Script } from '../../fakes/scripted-model';
import { describeWithTemporal } from '../../prerequisites';
import { isPaused, statusOf, waitingFor } from '../support/run-facts';
import { programReply } from '../support/scripted-problems';
import { eventually } from '../../../laboratory/home/eventually';
import { scriptedRun, scriptedWorker, withRun } from '../support/scripted-run';
import { direct, failure, oneStep, programs, three } from '../support/short-scripts';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

describeWithTemporal('a run that meets trouble', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  it('shows what it waits for, and goes on', async () => {
    const fine = deferred();
    const script: Script = {
      solver: [
        new ModelServerError({ ...failure, words: 'overloaded' }),
        async () => {
          await fine.promise;
          return programReply('right');
        },
      ],
    };
    await withRun(engine, { script, programs, config: direct }, async (run) => {
      await run.start();
      await eventually('it waits', async () => (await waitingFor(run)) !== null);
      expect((await run.attempt()).waiting).toContain('overloaded');
      fine.resolve();
      await run.end();
      expect(await run.attempt()).toMatchObject({ status: 'completed', waiting: null });
    });
  });

  it('leaves an endpoint alone for as long as it asks, which takes nothing off its time for trouble', async () => {
    const words = 'slow down (it wants to be left alone until 2030-01-01T00:00:00Z)';
    const wait = { fate: 'waits', retryAfterMs: 2_500 } as const;
    const script: Script = {
      solver: [new ModelRateLimitError({ ...failure, words, ...wait }), programReply('right')],
    };
    const timing = { retryForMs: 2_000 };
    await withRun(engine, { script, programs, config: direct, timing }, async (run) => {
      const startedMs = Date.now();
      await run.start();
      await eventually('it waits', async () => (await waitingFor(run)) !== null);
      expect((await run.attempt()).waiting).toContain('until 2030-01-01T00:00:00Z');
      await run.end();
      expect(await run.attempt()).toMatchObject({ status: 'completed', waiting: null });
      expect(Date.now() - startedMs).toBeGreaterThan(2_500);
    });
  });

  it('is not paused again by what was begun before it was resumed', async () => {
    const [reached, refused] = [deferred(), deferred()];
    const first = async (): Promise<string> => {
      reached.resolve();
      await refused.promise;
      throw new ModelAuthenticationError(failure);
    };
    const script: Script = { solver: [first, programReply('right')] };
    await withRun(engine, { script, programs, config: direct }, async (run) => {
      await run.start();
      await reached.promise;
      await steer(engine.client, run.id, { kind: 'pause', reason: 'the key is changed' });
      await isPaused(run);
      const node = nodeWorkflowId(run.attemptId(), 'n0');
      await eventually('the node has heard of both', async () => {
        const { events } = await engine.client.workflow.getHandle(node).fetchHistory();
        const heard = (name: string) => JSON.stringify(events).includes(name);
        if (heard('resume-signal')) return true;
        if (heard('pause-signal') && (await statusOf(run))[0] === 'paused') {
          await steer(engine.client, run.id, { kind: 'resume' });
        }
        return false;
      });
      refused.resolve();
      await run.end();
      expect(await run.attempt()).toMatchObject({ status: 'completed', result: { solved: true } });
      expect(run.model.calls).toHaveLength(2);
    });
  });

  it('goes on when it is resumed after a disk that was full for its very last write', async () => {
    let full = true;
    const storeForActivities = (store: Store): Store => ({
      ...store,
      runs: {
        ...store.runs,
        setRunStatus: async (id, status, ...rest) => {
          if (full && status !== 'running') throw new StoreFullError({ path: '/s' });
          await store.runs.setRunStatus(id, status, ...rest);
        },
      },
    });
    const spec = { script: oneStep, programs, config: direct, storeForActivities };
    await withRun(engine, spec, async (run) => {
      await run.start();
      const paused = async () => (await queryProgress(engine.client, run.id)).paused;
      // The store, which is full, does not say so.
      await eventually('the run waits', async () => (await paused()) !== null);
      full = false;
      await setConcurrency(engine.client, run.id, 3);
      // Who means another pause ends none.
      await steer(engine.client, run.id, {
        kind: 'resume',
        ends: 'waits for a key: there is none',
      });
      expect(await paused()).not.toBeNull();
      await steer(engine.client, run.id, { kind: 'resume' });
      await run.end();
      expect(await statusOf(run)).toEqual(['completed', null]);
    });
  });

  it('is unscored when an endpoint asks again and again, for longer than its time, to be left alone', async () => {
    const words = 'come back later';
    const wait = { fate: 'waits', retryAfterMs: 900 } as const;
    const later = new ModelRateLimitError({ ...failure, words, ...wait });
    const script: Script = { solver: Array<typeof later>(100).fill(later) };
    const timing = { retryForMs: 1_500 };
    await withRun(engine, { script, programs, config: direct, timing }, async (run) => {
      await run.start();
      await run.end();
      expect(await run.attempt()).toMatchObject({
        status: 'unscored',
        result: { cause: expect.stringContaining(words) as string },
      });
      // Twice it waited, the second time beyond its time.
      expect(run.model.calls).toHaveLength(3);
    });
  });

  it('is unscored after the time for it, and is tried again when it is resumed', async () => {
    let broken = true;
    const answer = async (): Promise<string> => {
      if (broken) throw new ModelServerError({ ...failure, words: 'overloaded' });
      return programReply('right');
    };
    const script: Script = { solver: Array<typeof answer>(100).fill(answer) };
    const timing = { retryForMs: 1_500 };
    await withRun(engine, { script, programs, config: direct, timing }, async (run) => {
      await run.start();
      await run.end();
      const unscored = await run.attempt();
      expect(unscored).toMatchObject({ status: 'unscored', waiting: null });
      expect(unscored.result?.cause).toContain('overloaded');
      expect(await run.store.runs.counts(run.id)).toMatchObject({ total: 1, unscored: 1 });
      broken = false;
      await run.start();
      await run.end();
      expect(await run.attempt()).toMatchObject({
        status: 'completed',
        result: { solved: true },
      });
    });
  });

  it.each(['problem', 'expansion'])(
    'records the problem as unscored when its %s is terminated, and ends',
    async (what) => {
      const held = heldReply(programReply('right'));
      const script = (problem: string): Script =>
        problem === 'P/1' ? { solver: [held.reply] } : oneStep;
      const spec = { script, programs, config: { ...direct, problems: three } };
      await withRun(engine, spec, async (run) => {
        await run.start();
        await held.reached;
        const attempt = run.attemptId('P/1');
        const id = what === 'problem' ? attempt : nodeWorkflowId(attempt, 'n0');
        await engine.client.workflow.getHandle(id).terminate('by hand');
        await run.end();
        const { status, result } = await run.attempt('P/1');
        expect(status).toBe('unscored');
        expect(result?.cause).toMatch(/terminated/i);
        expect(await run.store.runs.counts(run.id)).toMatchObject({ completed: 2, unscored: 1 });
      });
    },
  );

  it('can be terminated and started again at once, and goes on with what it had in flight', async () => {
    const held = heldReply(programReply('right'));
    const script: Script = { solver: [held.reply] };
    await withRun(engine, { script, programs, config: direct }, async (run) => {
      await run.start();
      await held.reached;
      await engine.client.workflow.getHandle(run.id).terminate('by hand');
      await run.start();
      held.release();
      await run.end();
      expect(await run.attempt()).toMatchObject({
        status: 'completed',
        result: { solved: true },
      });
      expect(run.model.calls).toHaveLength(1);
    });
  });

  it('that older code has begun, under a name that no worker knows any more, is ended and goes on from the store', async () => {
    await withRun(engine, { script: oneStep, programs, config: direct }, async (run) => {
      const { workflow } = engine.client;
      const old = { workflowId: run.id, taskQueue: run.queues.workflows };
      await workflow.start('runWork', { ...old, searchAttributes: { EspalierRun: [run.id] } });
      await endWork(engine.client, run.id, 'it is of other code');
      await run.start();
      await run.end();
      expect(await run.attempt()).toMatchObject({ status: 'completed', result: { solved: true } });
    });
  });

  it('is taken over when its worker is shut down in the middle of a call and its process is gone', async () => {
    const held = heldReply(programReply('right'));
    const script: Script = { solver: [held.reply, programReply('right')] };
    const run = await scriptedRun(engine, { script, programs, config: direct });
    const queue = { queue: run.id };
    await (
      await scriptedWorker(run, queue)
    ).runUntil(async () => {
      await run.start();
      await held.reached;
    });
    run.dependencies.calls.close();
    const dependencies = { ...run.dependencies, calls: new CallsInFlight() };
    await (await scriptedWorker({ ...run, dependencies }, queue)).runUntil(() => run.end());
    expect(await run.attempt()).toMatchObject({ status: 'completed', result: { solved: true } });
    await run.store.close();
  });
});
