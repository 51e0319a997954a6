import { cancelWork, endWork, queryProgress, setConcurrency, steer } from '../../../client';
import type { Store } from '../../../core/ports/records';
import { ModelServerError } from '../../../llm';
import { heldReply } from '../../fakes/scripted-model';
import type { Script, ScriptedReply } from '../../fakes/scripted-model';
import { describeWithTemporal } from '../../prerequisites';
import { historiesOf, isPaused, statusOf, untilAtRest } from '../support/run-facts';
import { programReply } from '../support/scripted-problems';
import { eventually } from '../../../laboratory/home/eventually';
import { terminate, withRun } from '../support/scripted-run';
import { direct, failure, oneStep, programs, three } from '../support/short-scripts';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

const eight = Array.from({ length: 8 }, (_, place) => `P/${String(place)}`);

describeWithTemporal('an item that outlives a history of its run', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  it('holds its own slot and no other while its prompt gets errors, for as many histories as it takes', async () => {
    const stuck = overloaded();
    const script = (problem: string): Script => (problem === 'P/0' ? stuck.script : oneStep);
    const spec = { script, programs, config: { ...direct, problems: eight }, concurrency: 2 };
    // Nobody looks after it: not one word may be lost between two histories.
    const timing = { maxHistory: 1, lookAfterMs: 600_000, retryForMs: 600_000 };
    await withRun(engine, { ...spec, timing }, async (run) => {
      await run.start();
      const others = eight.length - 1;
      await eventually(
        'all others have ended',
        async () => (await run.store.runs.counts(run.id)).completed === others,
      );
      expect((await run.attempt()).waiting).toContain('overloaded');
      stuck.mend();
      await run.end();
      expect(await run.store.runs.counts(run.id)).toMatchObject({ completed: eight.length });
      expect(await historiesOf(run, run.id)).toBeGreaterThanOrEqual(others);
      // Before it told its end it had gone on in another history, too.
      expect(await historiesOf(run, run.attemptId())).toBe(2);
    });
  });

  it('is cancelled with its run, and ended by hand it is unscored with the cause', async () => {
    const held = [heldReply(programReply('right')), heldReply(programReply('right'))];
    const script = (problem: string): Script => {
      const reply = held[Number(problem.slice(2))]?.reply;
      return reply === undefined ? oneStep : { solver: [reply] };
    };
    const spec = { script, programs, config: { ...direct, problems: three }, concurrency: 2 };
    await withRun(engine, { ...spec, timing: { maxHistory: 1 } }, async (run) => {
      await run.start();
      await Promise.all(held.map(({ reached }) => reached));
      await eventually('both outlive', async () => {
        const events = await engine.client.workflow.getHandle(run.attemptId('P/1')).fetchHistory();
        return JSON.stringify(events).includes('tell-end');
      });
      // The history that started it would hear of its end from the engine.
      await untilAtRest(run, run.id);
      await engine.client.workflow.getHandle(run.attemptId('P/1')).terminate('by hand');
      await eventually(
        'the third has taken its place',
        async () => (await run.store.runs.counts(run.id)).completed === 1,
      );
      expect(await run.attempt('P/1')).toMatchObject({
        status: 'unscored',
        result: { cause: 'its workflow ended without a word (terminated)' },
      });
      await cancelWork(engine.client, run.id);
      await expect(run.end()).rejects.toThrow('cancelled');
      expect(await run.attempt()).toMatchObject({ status: 'cancelled' });
      expect(await statusOf(run)).toEqual(['cancelled', null]);
    });
  });

  it('tells its end also when it was begun anew, since the store did not have what it knew of', async () => {
    const held = heldReply(programReply('right'));
    const script = (problem: string): Script =>
      problem === 'P/0' ? { solver: [held.reply] } : oneStep;
    let lacking = false;
    const storeForActivities = (store: Store): Store => ({
      ...store,
      journal: {
        ...store.journal,
        unanswered: (identities) => {
          const lacks = lacking ? identities : [];
          lacking = false;
          return Promise.resolve(lacks);
        },
      },
    });
    const config = { ...direct, problems: three };
    const spec = { script, programs, config, concurrency: 2, storeForActivities };
    const timing = { maxHistory: 1, lookAfterMs: 600_000 };
    await withRun(engine, { ...spec, timing }, async (run) => {
      await run.start();
      await held.reached;
      await eventually(
        'the others have ended',
        async () => (await run.store.runs.counts(run.id)).completed === 2,
      );
      lacking = true;
      held.release();
      await run.end();
      expect(lacking).toBe(false);
      expect(await run.store.runs.counts(run.id)).toMatchObject({ completed: 3 });
      expect(await historiesOf(run, run.attemptId())).toBeGreaterThanOrEqual(2);
    });
  });

  it('goes on with a new window of the run when an earlier one had paused it and was terminated', async () => {
    const held = heldReply(programReply('right'));
    const spec = { script: { solver: [held.reply] }, programs, config: direct };
    await withRun(engine, spec, async (run) => {
      await run.start();
      await held.reached;
      await steer(engine.client, run.id, { kind: 'pause', reason: 'lunch' });
      await isPaused(run);
      await terminate(run);
      held.release();
      await untilAtRest(run, run.attemptId());
      expect(await run.attempt()).toMatchObject({ status: 'running' });
      await run.start();
      await run.end();
      expect(await run.attempt()).toMatchObject({ status: 'completed', result: { solved: true } });
      expect(await historiesOf(run, run.attemptId())).toBe(1);
    });
  });

  it('is ended with its run when that is ended without a word', async () => {
    const held = heldReply(programReply('right'));
    const spec = { script: { solver: [held.reply] }, programs, config: direct };
    await withRun(engine, { ...spec, timing: { maxHistory: 1 } }, async (run) => {
      await run.start();
      await held.reached;
      await endWork(engine.client, run.id, 'it is of other code');
      for (const id of [run.id, run.attemptId()]) {
        const { status } = await engine.client.workflow.getHandle(id).describe();
        expect([id, status.name]).toEqual([id, 'TERMINATED']);
      }
    });
  });

  it('leaves room for as many as a person says meanwhile, in later histories, too', async () => {
    const held = heldReply(programReply('right'));
    const script = (problem: string): Script =>
      problem === 'P/0' ? { solver: [held.reply] } : oneStep;
    const spec = { script, programs, config: { ...direct, problems: three }, concurrency: 1 };
    await withRun(engine, { ...spec, timing: { maxHistory: 1 } }, async (run) => {
      await run.start();
      await held.reached;
      await setConcurrency(engine.client, run.id, 2);
      await eventually(
        'the others have ended',
        async () => (await run.store.runs.counts(run.id)).completed === 2,
      );
      expect((await queryProgress(engine.client, run.id)).concurrency).toBe(2);
      await expect(setConcurrency(engine.client, run.id, 1001)).rejects.toMatchObject({
        code: 'STEERING_REFUSED',
        message: expect.stringContaining('1 to 1000 items at a time') as string,
      });
      held.release();
      await run.end();
      expect(await run.store.runs.counts(run.id)).toMatchObject({ completed: 3 });
    });
  });
});

/** A prompt that gets errors until it is mended. */
function overloaded() {
  let mended = false;
  const reply = (): Promise<string> =>
    mended
      ? Promise.resolve(programReply('right'))
      : Promise.reject(new ModelServerError({ ...failure, words: 'overloaded' }));
  return {
    script: { solver: Array<ScriptedReply>(200).fill(reply) },
    mend: () => {
      mended = true;
    },
  };
}
