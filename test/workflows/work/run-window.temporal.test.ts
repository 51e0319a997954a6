import type { Sandbox } from '../../../core/adapters/sandbox';
import { cancelWork, queryProgress, steer } from '../../../client';
import { nodeWorkflowId } from '../../../core/durable/workflow-ids';
import { ModelAuthenticationError } from '../../../llm';
import { openStore } from '../../../store';
import { deferred } from '../../fakes/deferred';
import { heldReply } from '../../fakes/scripted-model';
import type { Script } from '../../fakes/scripted-model';
import { createScriptedSandbox } from '../../fakes/scripted-sandbox';
import type { ScriptedVerdicts } from '../../fakes/scripted-sandbox';
import { describeWithTemporal } from '../../prerequisites';
import { programReply } from '../support/scripted-problems';
import { direct, failure, oneStep, programs, three, twoSteps } from '../support/short-scripts';
import { eventually } from '../../../laboratory/home/eventually';
import { played, scriptedRun, scriptedWorker, withRun } from '../support/scripted-run';
import type { RunSpec } from '../support/scripted-run';
import {
  historiesOf,
  isPaused,
  isToldOfCancellation,
  queuesOf,
  resultsOf,
  statusOf,
  untilAtRest,
} from '../support/run-facts';
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

        // Begun again before that, the run would join it.
        await eventually('the call is given up', () =>
          run.model.calls.some(({ aborted }) => aborted),
        );
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

    it('records nothing before the hidden tests under way have ended', async () => {
      const held = heldCheck(programs, 2);
      const spec = { script: oneStep, sandbox: held.sandbox, config: direct };
      await withRun(engine, spec, async (run) => {
        await run.start();
        await held.reached;
        await cancelWork(engine.client, run.id);
        await held.told;
        await isToldOfCancellation(run, run.attemptId());
        await untilAtRest(run, run.attemptId(), 1);
        const before = await run.attempt();
        held.release();
        await expect(run.end()).rejects.toThrow('cancelled');
        const after = await run.attempt();
        expect([before.status, after.status]).toEqual(['running', 'cancelled']);
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
        // What would end a pause of that reason, as the supervisor does, does not end a person's.
        await steer(engine.client, run.id, { kind: 'pause', reason: 'siesta' });
        expect(await statusOf(run)).toEqual(['paused', 'siesta']);
        held.release();
        await untilAtRest(run, run.id);
        expect(await run.attempt()).toMatchObject({ status: 'running' });
        expect(await queryProgress(engine.client, run.id)).toEqual({
          paused: 'siesta',
          inFlight: [run.attemptId()],
          started: 1,
          total: 3,
          concurrency: 1,
        });
        await steer(engine.client, run.id, { kind: 'resume' });
        await run.end();
        expect(await statusOf(run)).toEqual(['completed', null]);
        expect(run.model.calls).toHaveLength(3);
      });
    });

    it('stays paused when its history ends meanwhile', async () => {
      const held = heldCheck(programs, 2);
      const script = { solver: [programReply('right')] };
      const config = { ...direct, problems: three };
      const timing = { maxHistory: 1 };
      const spec = { script, sandbox: held.sandbox, config, timing, concurrency: 1 };
      await withRun(engine, spec, async (run) => {
        const handle = engine.client.workflow.getHandle(run.id);
        await run.start();
        // In its hidden tests the first problem no longer listens to a pause.
        await held.reached;
        // A history that is paused before it has loaded its plan has no next one.
        await untilAtRest(run, run.id);
        const { runId } = await handle.describe();
        await steer(engine.client, run.id, { kind: 'pause', reason: 'lunch' });
        await eventually(
          'its next history begins',
          async () => (await handle.describe()).runId !== runId,
        );
        expect(await queryProgress(engine.client, run.id)).toMatchObject({
          paused: 'lunch',
          inFlight: [run.attemptId()],
          started: 1,
        });
        held.release();
        await eventually(
          'the first problem has ended',
          async () => (await queryProgress(engine.client, run.id)).inFlight.length === 0,
        );
        expect(await statusOf(run)).toEqual(['paused', 'lunch']);
        expect(run.model.calls).toHaveLength(1);
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
      'askAboutNode m',
      'askAboutNode m',
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

/** A sandbox whose nth check ends when it is released, also when it has been told to end. */
function heldCheck(verdicts: ScriptedVerdicts, nth: number) {
  const reached = deferred();
  const told = deferred();
  const released = deferred();
  let checks = 0;
  const sandbox: Sandbox = createScriptedSandbox(verdicts, {
    before: async (_, signal) => {
      checks += 1;
      if (checks !== nth) return;
      reached.resolve();
      signal.addEventListener('abort', told.resolve, { once: true });
      await released.promise;
      signal.throwIfAborted();
    },
  });
  return { sandbox, reached: reached.promise, told: told.promise, release: released.resolve };
}
