import { cancelWork, steer } from '../../../client';
import { harnessWorkflowId } from '../../../core/durable/workflow-ids';
import { describeWithTemporal } from '../../prerequisites';
import { historiesOf, isRunPaused, resultsOf, statusOf } from '../support/run-facts';
import { building, heldStep, ScriptedEnvironments, Trouble } from '../support/scripted-environment';
import type { EnvironmentScript, StepAnswer } from '../support/scripted-environment';
import { played, scriptedRun, scriptedWorker, withRun } from '../support/scripted-run';
import type { ScriptedRun } from '../support/scripted-run';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

const functions = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `m.py::f${String(at)}#1`);

const lowCoverage: StepAnswer = {
  kind: 'failed',
  reason: { code: 'low_coverage' },
  feedback: 'line 3',
};

const worldOf = (script: EnvironmentScript = {}): ScriptedEnvironments =>
  new ScriptedEnvironments(script);

const stages = (world: ScriptedEnvironments, problem = 'r'): readonly string[] =>
  world.funnel(problem).map(({ stage }) => stage);

/** Of a repository's function, by its place. */
function harnessOf(run: ScriptedRun, place: number, problem = 'r'): string {
  return harnessWorkflowId(run.attemptId(problem), { id: `m.py::f${String(place)}#1`, place });
}

describeWithTemporal('building environments', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  it('builds a harness for every function, so many at a time, and records what came of the repository', async () => {
    const world = worldOf({
      functions: { r: functions(6) },
      step: ({ function: id, action }) =>
        id === 'm.py::f2#1' && action.kind === 'coverage' ? lowCoverage : null,
    });
    await played(engine, building({ world }), async (run) => {
      expect(stages(world)).toEqual([
        ...['accepted', 'accepted', 'rejected', 'accepted', 'accepted', 'accepted'],
      ]);
      expect(world.funnel('r')[2]).toMatchObject({ reason: { code: 'low_coverage' } });
      expect(world.most).toBe(2);
      expect(world.foreign).toEqual([]);
      expect(await run.attempt('r')).toMatchObject({
        status: 'completed',
        result: {
          outcome: {
            status: { code: 'ok' },
            counts: { definitions: 6, candidates: 6, accepted: 5, rejected: 1 },
          },
        },
      });
      expect(world.asked.slice(0, 7)).toEqual([
        ...['beginEnvironment r', 'takeIn r', 'installProject r', 'importModules r'],
        ...['selectFunctions r', 'captureTraces r', 'loadFunctions r'],
      ]);
      // Where coverage lacks something, the next generator has its turn.
      expect(world.count('generateCases')).toBe(7);
    });
  });

  it('ends in seconds when it is cancelled, and goes on from there when it is resumed', async () => {
    let isHeld = true;
    const held = heldStep(
      ({ function: id, action }) => isHeld && id === 'm.py::f1#1' && action.kind === 'reruns',
    );
    const world = worldOf({ functions: { r: functions(3) }, step: held.hold, harnessesAtOnce: 1 });
    await withRun(engine, building({ world }), async (run) => {
      await run.start();
      await held.reached;
      const askedAtMs = Date.now();
      await cancelWork(engine.client, run.id);
      await expect(run.end()).rejects.toThrow('cancelled');
      expect(Date.now() - askedAtMs).toBeLessThan(8_000);
      expect(await run.attempt('r')).toMatchObject({
        status: 'cancelled',
        result: { cause: null, outcome: { status: null, counts: { definitions: 3, accepted: 1 } } },
      });
      expect(stages(world)).toEqual(['accepted', 'waiting', 'waiting']);

      isHeld = false;
      await run.start();
      await run.end();
      expect(stages(world)).toEqual(['accepted', 'accepted', 'accepted']);
      expect(world.asked.filter((asked) => asked === 'sliceFunction m.py::f0#1')).toHaveLength(1);
      expect(await run.attempt('r')).toMatchObject({ status: 'completed' });
    });
  });

  it('is paused as a whole by a step that needs a person, and goes on with that step', async () => {
    let broken = true;
    const world = worldOf({
      functions: { r: functions(3) },
      step: ({ action }) => {
        if (action.kind === 'generate' && broken) throw new Trouble('pauses-run');
        return null;
      },
    });
    await withRun(engine, building({ world }), async (run) => {
      await run.start();
      await isRunPaused(run);
      expect((await statusOf(run))[1]).toContain('the cell broke. Mend it');
      broken = false;
      await steer(engine.client, run.id, { kind: 'resume' });
      await run.end();
      expect(stages(world)).toEqual(['accepted', 'accepted', 'accepted']);
      expect(world.count('sliceFunction')).toBe(3);
    });
  });

  it('measures coverage again, going on from what the try before had told', async () => {
    const told: unknown[] = [];
    const world = worldOf({
      step: ({ action, nth, told: before, context }) => {
        if (action.kind !== 'coverage') return null;
        told.push(before);
        if (nth === 3) return null;
        context.beat({ cases: nth });
        throw new Trouble('retryable');
      },
    });
    await played(engine, building({ world }), () => {
      expect(told).toEqual([null, { cases: 1 }, { cases: 2 }]);
      expect(stages(world)).toEqual(['accepted']);
      expect(world.count('runReference')).toBe(1);
      return Promise.resolve();
    });
  });

  it('leaves a function that trouble ends waiting, says why, and tries it alone when it is resumed', async () => {
    let broken = true;
    const world = worldOf({
      functions: { r: functions(3) },
      step: ({ function: id, action }) => {
        if (broken && id === 'm.py::f1#1' && action.kind === 'mutation')
          throw new Trouble('terminal');
        return null;
      },
    });
    await withRun(engine, building({ world, repositories: ['r', 'other'] }), async (run) => {
      await run.start();
      await run.end();
      expect(stages(world)).toEqual(['accepted', 'waiting', 'accepted']);
      const { status, result } = await run.attempt('r');
      expect(status).toBe('unscored');
      expect(result?.cause).toBe('no end of m.py::f1#1: the cell broke. Mend it');
      expect(result?.outcome).toMatchObject({ counts: { accepted: 2, rejected: 0 } });
      expect(await run.attempt('other')).toMatchObject({ status: 'completed' });
      expect(await run.store.runs.counts(run.id)).toMatchObject({ completed: 1, unscored: 1 });

      broken = false;
      await run.start();
      await run.end();
      expect(stages(world)).toEqual(['accepted', 'accepted', 'accepted']);
      expect(await run.attempt('r')).toMatchObject({
        status: 'completed',
        result: { cause: null },
      });
      expect(world.count('sliceFunction')).toBe(5);
    });
  });

  it('leaves a function waiting whose workflow somebody terminated', async () => {
    const held = heldStep(
      ({ function: id, action }) => id === 'm.py::f0#1' && action.kind === 'run',
    );
    const world = worldOf({ functions: { r: functions(2) }, step: held.hold });
    await withRun(engine, building({ world }), async (run) => {
      await run.start();
      await held.reached;
      await engine.client.workflow.getHandle(harnessOf(run, 0)).terminate();
      await run.end();
      expect(stages(world)).toEqual(['waiting', 'accepted']);
      const { status, result } = await run.attempt('r');
      expect(status).toBe('unscored');
      expect(result?.cause).toMatch(/no end of m.py::f0#1: .*terminated/i);
    });
  });

  it('goes on with the step when its worker is killed between two', async () => {
    const held = heldStep(({ action, nth }) => action.kind === 'mutation' && nth === 1);
    const world = worldOf({ step: held.hold });
    const run = await scriptedRun(engine, building({ world }));
    const first = await scriptedWorker(run, { queue: run.id });
    await first.runUntil(async () => {
      await run.start();
      await held.reached;
    });
    await (await scriptedWorker(run, { queue: run.id })).runUntil(() => run.end());
    expect(stages(world)).toEqual(['accepted']);
    expect(world.count('measureCoverage')).toBe(1);
    expect(world.count('measureMutation')).toBe(2);
    await run.store.close();
  });

  it.each([
    ['its functions outlive', true],
    ['its window drains at their end', false],
  ])('comes to the same in one history as in many short ones, where %s', async (_, outlive) => {
    const script: EnvironmentScript = {
      functions: { r: functions(7) },
      step: ({ function: id, action }) => {
        if (id === 'm.py::f3#1' && action.kind === 'scan') throw new Trouble('terminal');
        return id === 'm.py::f5#1' && action.kind === 'coverage' ? lowCoverage : null;
      },
    };
    const [one, other] = [worldOf(script), worldOf(script)];
    const whole = await played(engine, building({ world: one }), resultsOf);
    const cut = await played(
      engine,
      building({ world: other, timing: { maxHistory: 30 }, functionsOutlive: outlive }),
      async (run) => {
        expect(await historiesOf(run, run.attemptId('r'))).toBeGreaterThan(2);
        return resultsOf(run);
      },
    );
    expect(cut).toEqual(whole);
    expect(other.funnel('r')).toEqual(one.funnel('r'));
    expect(other.count('takeIn')).toBe(1);
    expect(other.count('sliceFunction')).toBe(7);
  });
});
