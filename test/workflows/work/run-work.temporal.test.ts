import type { Sandbox } from '../../../core/ports/sandbox';
import { cancelWork, queryProgress, steer } from '../../../client';
import { nodeWorkflowId } from '../../../core/workflow-ids';
import { ModelAuthenticationError } from '../../../llm';
import { openStore } from '../../../store';
import { deferred } from '../../fakes/deferred';
import { heldReply } from '../../fakes/scripted-model';
import type { Script } from '../../fakes/scripted-model';
import { createScriptedSandbox } from '../../fakes/scripted-sandbox';
import { describeWithTemporal } from '../../prerequisites';
import { programReply } from '../support/scripted-problems';
import { direct, failure, oneStep, programs, three, twoSteps } from '../support/short-scripts';
import { eventually, played, scriptedRun, scriptedWorker, withRun } from '../support/scripted-run';
import type { RunSpec } from '../support/scripted-run';
import { historiesOf, isPaused, queuesOf, resultsOf, statusOf } from '../support/run-facts';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

describeWithTemporal('a run', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  describe('that is cancelled', () => {
    it('ends in seconds, keeps what was found, and goes on when it is resumed', async () => {
      const held = heldReply(programReply('right'));
      const script = { ...twoSteps, debugger: [held.reply, programReply('right')] };
      await withRun(engine, { script, programs }, async (run) => {
        await run.start();
        await held.reached;
        const askedAtMs = Date.now();
        await cancelWork(engine.client, run.id);
        await expect(run.end()).rejects.toThrow('cancelled');
        expect(Date.now() - askedAtMs).toBeLessThan(8_000);
        expect(await statusOf(run)).toEqual(['cancelled', null]);
        const cancelled = await run.attempt();
        expect(cancelled).toMatchObject({ status: 'cancelled', result: { verdict: null } });
        expect(cancelled.result?.outcome).toMatchObject({ finish: 'cancelled', answer: 'n0' });

        const calls = run.model.calls.length;
        await run.start();
        await run.end();
        expect(await run.attempt()).toMatchObject({
          status: 'completed',
          result: { solved: true },
        });
        const again = run.model.calls.slice(calls).map(({ role }) => role);
        expect(again).toEqual(['debugger', 'critic-verification']);
      });
    });

    it('ends while it is paused, too', async () => {
      const held = heldReply(programReply('right'));
      const spec = { script: { ...twoSteps, debugger: [held.reply] }, programs };
      await withRun(engine, spec, async (run) => {
        await run.start();
        await held.reached;
        await steer(engine.client, run.id, { kind: 'pause', reason: 'lunch' });
        await isPaused(run);
        await cancelWork(engine.client, run.id);
        await expect(run.end()).rejects.toThrow('cancelled');
        expect(await statusOf(run)).toEqual(['cancelled', null]);
        expect(await run.attempt()).toMatchObject({ status: 'cancelled' });
      });
    });
  });

  describe('that is paused', () => {
    it('starts no call and no problem until it is resumed', async () => {
      const held = heldReply(programReply('right'));
      const script = (problem: string): Script =>
        problem === 'P/0' ? { solver: [held.reply] } : oneStep;
      const spec = { script, programs, config: { ...direct, problems: three }, concurrency: 1 };
      await withRun(engine, spec, async (run) => {
        await run.start();
        await held.reached;
        await steer(engine.client, run.id, { kind: 'pause', reason: 'lunch' });
        await isPaused(run);
        expect(await statusOf(run)).toEqual(['paused', 'lunch']);
        held.release();
        await new Promise((resolve) => setTimeout(resolve, 700));
        expect(await run.attempt()).toMatchObject({ status: 'running' });
        expect(await queryProgress(engine.client, run.id)).toEqual({
          paused: 'lunch',
          inFlight: [run.attemptId()],
          started: 1,
          total: 3,
        });
        await steer(engine.client, run.id, { kind: 'resume' });
        await run.end();
        expect(await statusOf(run)).toEqual(['completed', null]);
        expect(run.model.calls).toHaveLength(3);
      });
    });

    it('by a wrong key says why, and goes on with the same call', async () => {
      const script = { solver: [new ModelAuthenticationError(failure), programReply('right')] };
      await withRun(engine, { script, programs, config: direct }, async (run) => {
        await run.start();
        await isPaused(run);
        const [status, reason] = await statusOf(run);
        expect(status).toBe('paused');
        expect(reason).toContain('model scripted at http://model.test/v1: no');
        expect(reason).toContain('Check OPENAI_API_KEY');
        await steer(engine.client, run.id, { kind: 'resume' });
        await run.end();
        expect(await statusOf(run)).toEqual(['completed', null]);
        expect(await run.attempt()).toMatchObject({ result: { solved: true } });
        expect(run.model.calls.map(({ ordinal }) => ordinal)).toEqual([0, 0]);
      });
    });
  });

  it('comes to the same in many short histories as in one', async () => {
    const short = { maxHistory: 12 };
    const spec = { script: twoSteps, programs, config: { problems: three }, concurrency: 1 };
    const whole = await played(engine, spec, resultsOf);
    const cut = await played(engine, { ...spec, timing: short }, async (run) => {
      expect(await historiesOf(run, run.id)).toBeGreaterThan(1);
      expect(await historiesOf(run, run.attemptId())).toBeGreaterThan(1);
      return resultsOf(run);
    });
    expect(cut).toEqual(whole);
    expect(cut).toHaveLength(3);
  });

  it('reads answers back that another run of the same configuration was given', async () => {
    const store = await openStore({ path: `${engine.root}/shared.sqlite` });
    const spec: RunSpec = { script: twoSteps, programs, store };
    const results = await played(engine, spec, resultsOf);
    await played(engine, { ...spec, script: {} }, async (run) => {
      expect(run.model.calls).toEqual([]);
      expect(await resultsOf(run)).toEqual(results);
    });
    await played(engine, { ...spec, config: { reuse: false } }, async (run) => {
      expect(run.model.calls).toHaveLength(6);
    });
    await store.close();
  });

  it('is worked on by three workers, each on the queue of its part', async () => {
    const queues = { workflows: 'w', model: 'm', sandbox: 's' };
    const run = await scriptedRun(engine, { script: twoSteps, programs, queues });
    const during = async (queue: string, body: () => Promise<void>): Promise<void> => {
      const worker = await scriptedWorker(run, { queue, workflows: queue === queues.workflows });
      await worker.runUntil(body);
    };
    await during('w', () =>
      during('m', () =>
        during('s', async () => {
          await run.start();
          await run.end();
        }),
      ),
    );
    expect(await run.attempt()).toMatchObject({ status: 'completed', result: { solved: true } });
    expect(await queuesOf(run, nodeWorkflowId(run.attemptId(), 'n0'))).toEqual([
      'generateSolution m',
      'runVisibleTests s',
      'critiqueNode m',
      'reflectOnNode m',
    ]);
    await run.store.close();
  });

  it('ends a program in its box when it is cancelled', async () => {
    const reached = deferred();
    let ended = false;
    const sandbox: Sandbox = createScriptedSandbox(programs, {
      before: (_, signal) =>
        new Promise((_resolve, reject) => {
          reached.resolve();
          signal.addEventListener('abort', () => {
            ended = true;
            reject(new Error('ended'));
          });
        }),
    });
    await withRun(engine, { script: oneStep, sandbox, config: direct }, async (run) => {
      await run.start();
      await reached.promise;
      await cancelWork(engine.client, run.id);
      await expect(run.end()).rejects.toThrow('cancelled');
      await eventually('the box is told', () => ended);
    });
  });
});
