import { ApplicationFailure } from '@temporalio/activity';

import { cancelWork, endWork, queryEnvironment, steer } from '../../../client';
import { harnessWorkflowId } from '../../../core/durable/workflow-ids';
import { describeWithTemporal } from '../../prerequisites';
import { historiesOf, statusOf, untilAtRest } from '../support/run-facts';
import { building, heldStep, ScriptedEnvironments, Trouble } from '../support/scripted-environment';
import type { EnvironmentScript } from '../support/scripted-environment';
import { eventually } from '../../../laboratory/home/eventually';
import { withRun } from '../support/scripted-run';
import type { ScriptedRun } from '../support/scripted-run';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

const five = Array.from({ length: 5 }, (_, place) => `m.py::f${String(place)}#1`);
const [stuck = '', second = ''] = five;

/** Every history of the repository, and of its run, is full as soon as anything has been done in it. */
const short = { maxHistory: 1, lookAfterMs: 600_000 };

const harnessOf = (run: ScriptedRun, place = 0): string =>
  harnessWorkflowId(run.attemptId('r'), { id: five[place] ?? '', place });

const ended = (world: ScriptedEnvironments): number =>
  world.funnel('r').filter(({ stage }) => stage !== 'waiting').length;

describeWithTemporal('a function that outlives a history of its repository', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  /** With the first function held at a step until it is released. */
  function holding(at: 'run' | 'coverage' = 'run', functions = five) {
    const held = heldStep(({ function: id, action }) => id === stuck && action.kind === at);
    const world = new ScriptedEnvironments({ functions: { r: functions }, step: held.hold });
    return { held, world };
  }

  const othersEnd = (world: ScriptedEnvironments, others: number): Promise<true> =>
    eventually('all others have ended', () => ended(world) === others);

  const outlives = (run: ScriptedRun): Promise<true> =>
    eventually('it outlives', async () => {
      const events = await engine.client.workflow.getHandle(harnessOf(run)).fetchHistory();
      return JSON.stringify(events).includes('tell-end');
    });

  /** A function tells its end in its last step, so the run may be a moment earlier. */
  const isCancelled = (run: ScriptedRun): Promise<true> =>
    eventually('the function is cancelled', async () => {
      const { status } = await engine.client.workflow.getHandle(harnessOf(run)).describe();
      return status.name === 'CANCELLED';
    });

  it('holds its own place and no other while its step gets errors, for as many histories as it takes', async () => {
    let broken = true;
    const script: EnvironmentScript = {
      functions: { r: five },
      step: ({ function: id, action }) => {
        if (broken && id === stuck && action.kind === 'coverage') throw new Trouble('retryable');
        return null;
      },
    };
    const world = new ScriptedEnvironments(script);
    // Nobody looks after it: not one word may be lost between two histories.
    await withRun(engine, building({ world, timing: short }), async (run) => {
      await run.start();
      const others = five.length - 1;
      await othersEnd(world, others);
      // The store knows an end before the workflow hears of it.
      await eventually('the repository knows of all ends', async () => {
        const { underWay } = await queryEnvironment(engine.client, run.attemptId('r'));
        return underWay.length === 1 && underWay[0]?.id === stuck;
      });
      const { funnel } = await queryEnvironment(engine.client, run.attemptId('r'));
      expect(funnel?.counts).toMatchObject({ accepted: others, waiting: 1 });
      broken = false;
      await run.end();
      expect(world.funnel('r').map(({ stage }) => stage)).toEqual(five.map(() => 'accepted'));
      expect(world.count('sliceFunction')).toBe(five.length);
      const last = await queryEnvironment(engine.client, run.attemptId('r'));
      expect(last.funnel?.counts).toMatchObject({ accepted: five.length, waiting: 0 });
      expect(world.most).toBe(2);
      expect(await historiesOf(run, run.attemptId('r'))).toBeGreaterThanOrEqual(others);
      expect(await run.attempt('r')).toMatchObject({
        status: 'completed',
        result: { cause: null },
      });
    });
  });

  it('leaves what it came to, also when that is nothing', async () => {
    const { held } = holding();
    const step: EnvironmentScript['step'] = async (asked) => {
      await held.hold(asked);
      if (asked.function === stuck && asked.action.kind === 'run') throw new Trouble('terminal');
      return null;
    };
    const world = new ScriptedEnvironments({ functions: { r: five }, step });
    await withRun(engine, building({ world, timing: short }), async (run) => {
      await run.start();
      await othersEnd(world, five.length - 1);
      held.release();
      await run.end();
      expect((await run.attempt('r')).result).toMatchObject({
        cause: `no end of ${stuck}: the cell broke. Mend it`,
        outcome: { counts: { accepted: five.length - 1 } },
      });
    });
  });

  it('is cancelled with its run, which waits for its last word', async () => {
    const { held, world } = holding();
    await withRun(engine, building({ world, timing: short }), async (run) => {
      await run.start();
      await othersEnd(world, five.length - 1);
      await held.reached;
      await cancelWork(engine.client, run.id);
      await expect(run.end()).rejects.toThrow('cancelled');
      await isCancelled(run);
      expect(await run.attempt('r')).toMatchObject({
        status: 'cancelled',
        result: { outcome: { counts: { accepted: five.length - 1 } } },
      });
      expect(await statusOf(run)).toEqual(['cancelled', null]);
    });
  });

  it('is cancelled with its run also when its repository had come to grief before', async () => {
    const { held, world } = holding();
    const spec = building({ world, timing: short });
    let pages = 0;
    const activities: typeof spec.activities = (store) => {
      const ports = world.ports(store);
      return {
        ...ports,
        loadFunctions: (input: Parameters<typeof ports.loadFunctions>[0]) => {
          pages += 1;
          if (pages < 4) return ports.loadFunctions(input);
          throw ApplicationFailure.nonRetryable('the records are gone');
        },
      };
    };
    await withRun(engine, { ...spec, activities }, async (run) => {
      await run.start();
      await held.reached;
      await eventually('it has come to grief', () => Promise.resolve(pages === 4));
      await untilAtRest(run, run.attemptId('r'));
      await cancelWork(engine.client, run.id);
      await expect(run.end()).rejects.toThrow('cancelled');
      await isCancelled(run);
    });
  });

  it('is paused with its repository, and goes on with it', async () => {
    const { held, world } = holding('run', [stuck, second]);
    await withRun(engine, building({ world, timing: short }), async (run) => {
      await run.start();
      await held.reached;
      await outlives(run);
      await othersEnd(world, 1);
      await steer(engine.client, run.id, { kind: 'pause', reason: 'lunch' });
      await eventually('it is paused', async () => {
        const { underWay } = await queryEnvironment(engine.client, run.attemptId('r'));
        return underWay[0]?.harness?.paused === 'lunch';
      });
      held.release();
      await untilAtRest(run, harnessOf(run));
      expect(world.asked).not.toContain(`measureCoverage ${stuck}`);
      await steer(engine.client, run.id, { kind: 'resume' });
      await run.end();
      expect(ended(world)).toBe(2);
    });
  });

  it('is looked after more and more rarely while it is there', async () => {
    const { held, world } = holding();
    // Long enough for one history of the repository to hold all looks at its function.
    const spec = building({ world, timing: { maxHistory: 80, lookAfterMs: 1_000 } });
    await withRun(engine, spec, async (run) => {
      await run.start();
      await held.reached;
      await outlives(run);
      const waitsSeconds = async (): Promise<readonly number[]> => {
        const handle = engine.client.workflow.getHandle(run.attemptId('r'));
        return ((await handle.fetchHistory()).events ?? []).flatMap(
          ({ timerStartedEventAttributes: timer }) =>
            timer ? [Number(timer.startToFireTimeout?.seconds)] : [],
        );
      };
      await eventually('its third wait', async () => (await waitsSeconds()).length === 3);
      expect(await waitsSeconds()).toEqual([1, 2, 4]);
      held.release();
      await run.end();
      expect(ended(world)).toBe(five.length);
    });
  });

  it('that somebody terminated is looked after, and waits for the run to be resumed', async () => {
    const { held, world } = holding('run', [stuck, second]);
    const timing = { maxHistory: 1 };
    await withRun(engine, building({ world, timing }), async (run) => {
      await run.start();
      await held.reached;
      await outlives(run);
      await engine.client.workflow.getHandle(harnessOf(run)).terminate('by hand');
      await run.end();
      expect(await run.attempt('r')).toMatchObject({
        status: 'unscored',
        result: {
          cause: `no end of ${stuck}: its workflow ended without a word (terminated)`,
          outcome: { counts: { accepted: 1 } },
        },
      });
    });
  });

  it('is ended with its run when that is ended without a word', async () => {
    const { held, world } = holding('run', [stuck, second]);
    await withRun(engine, building({ world, timing: short }), async (run) => {
      await run.start();
      await held.reached;
      await outlives(run);
      await endWork(engine.client, run.id, 'it is of other code');
      for (const id of [run.id, run.attemptId('r'), harnessOf(run)]) {
        const { status } = await engine.client.workflow.getHandle(id).describe();
        expect([id, status.name]).toEqual([id, 'TERMINATED']);
      }
    });
  });
});
