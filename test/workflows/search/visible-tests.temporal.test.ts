import { createScriptedSandbox } from '../../fakes/scripted-sandbox';
import { deferred } from '../../fakes/deferred';
import { describeWithTemporal } from '../../prerequisites';
import { queuesOf } from '../support/run-facts';
import { nodeWorkflowId } from '../../../core/durable/workflow-ids';
import { scriptedRun, scriptedWorker, terminate, withRun } from '../support/scripted-run';
import type { RunSpec, ScriptedRun } from '../support/scripted-run';
import { direct, oneStep, programs } from '../support/short-scripts';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

/** A sandbox whose first check of the program waits as it is told, by how often it was begun. */
function sandboxThat(waits: (nth: number, signal: AbortSignal) => Promise<void>) {
  let begun = 0;
  return createScriptedSandbox(programs, {
    before: (_, signal) => {
      begun += 1;
      return waits(begun, signal);
    },
  });
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('ended'));
    });
  });

/** Names of the activities that the one node's workflow had the engine schedule. */
async function scheduled(run: ScriptedRun): Promise<readonly string[]> {
  const queues = await queuesOf(run, nodeWorkflowId(run.attemptId(), 'n0'));
  return queues.map((one) => one.split(' ')[0] ?? '');
}

describeWithTemporal('the visible tests of a program', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  const spec: RunSpec = { script: oneStep, programs, config: direct };

  it('are run within a workflow task where one process plays every role', async () => {
    await withRun(engine, spec, async (run) => {
      await run.start();
      await run.end();
      expect(await run.attempt()).toMatchObject({ status: 'completed', result: { solved: true } });
      expect(await scheduled(run)).toEqual(['generateSolution']);
    });
  });

  it.each<[string, RunSpec['sandbox']]>([
    ['take long', sandboxThat((nth, signal) => (nth === 1 ? aborted(signal) : Promise.resolve()))],
    [
      'meet trouble',
      sandboxThat((nth) => (nth === 1 ? Promise.reject(new Error('no box')) : Promise.resolve())),
    ],
  ])('are run as an activity when they %s there', async (_, sandbox) => {
    await withRun(engine, { ...spec, ...(sandbox && { sandbox }) }, async (run) => {
      await run.start();
      await run.end();
      expect(await run.attempt()).toMatchObject({ status: 'completed', result: { solved: true } });
      expect(await scheduled(run)).toEqual(['generateSolution', 'runVisibleTests']);
    });
  });

  it('are run again, and nothing is cancelled, when their worker is told to stop meanwhile', async () => {
    const reached = deferred();
    const sandbox = sandboxThat((nth, signal) => {
      if (nth > 1) return Promise.resolve();
      reached.resolve();
      return aborted(signal);
    });
    const run = await scriptedRun(engine, { ...spec, sandbox });
    try {
      const first = await scriptedWorker(run, { queue: run.queues.workflows });
      await first.runUntil(async () => {
        await run.start();
        await reached.promise;
      });
      const second = await scriptedWorker(run, { queue: run.queues.workflows });
      await second.runUntil(() => run.end());
      expect(await run.attempt()).toMatchObject({ status: 'completed', result: { solved: true } });
      expect(run.model.calls).toHaveLength(1);
    } finally {
      await terminate(run);
      await run.store.close();
    }
  });
});
