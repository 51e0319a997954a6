import { ApplicationFailure } from '@temporalio/activity';

import { cancelWork, queryEnvironment, steer } from '../../../client';
import type { EnvironmentPorts } from '../../../core/ports/environment';
import type { AttemptRecord, Store } from '../../../core/ports/records';
import type { RepositoryStatus } from '../../../core/schemas/environment';
import { harnessWorkflowId } from '../../../core/durable/workflow-ids';
import { deferred } from '../../fakes/deferred';
import { describeWithTemporal } from '../../prerequisites';
import {
  historiesOf,
  isRunPaused,
  isToldOfCancellation,
  queuesOf,
  resultsOf,
  statusOf,
  untilAtRest,
} from '../support/run-facts';
import { building, heldStep, ScriptedEnvironments, Trouble } from '../support/scripted-environment';
import type { EnvironmentScript, StepAnswer } from '../support/scripted-environment';
import { eventually } from '../../../laboratory/home/eventually';
import { played, scriptedRun, scriptedWorker, testTiming, withRun } from '../support/scripted-run';
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

/** Holds the first end of a function. */
function heldEnd() {
  const reached = deferred();
  const released = deferred();
  const ports = (those: EnvironmentPorts): EnvironmentPorts => ({
    ...those,
    finishHarness: async (input) => {
      reached.resolve();
      await released.promise;
      return those.finishHarness(input);
    },
  });
  return { ports, reached: reached.promise, release: released.resolve };
}

/** What came of a run on several repositories. */
interface EndedRun {
  readonly world: ScriptedEnvironments;
  readonly status: unknown;
  readonly attempts: ReadonlyMap<string, AttemptRecord>;
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

  const endings: readonly (readonly [
    'takeIn' | 'installProject' | 'importModules' | 'selectFunctions',
    RepositoryStatus,
    number,
  ])[] = [
    ['takeIn', { code: 'clone_failed', why: 'no such repository' }, 3],
    ['takeIn', { code: 'too_large', why: '3 GiB' }, 3],
    ['installProject', { code: 'no_python' }, 4],
    ['installProject', { code: 'install_failed', step: 'build', why: 'setup.py raised' }, 4],
    ['importModules', { code: 'import_failed', why: 'exit 1' }, 5],
    ['selectFunctions', { code: 'too_large', why: '900000 definitions' }, 6],
  ];
  // One run: each of the repositories has its own end, and the last one none of them.
  const bad = (place: number): string => `bad${String(place)}`;
  let ended: Promise<EndedRun> | null = null;
  const endedRun = (): Promise<EndedRun> => {
    const entries = endings.map(([at, status], place) => [bad(place), { [at]: status }]);
    const ends = Object.fromEntries(entries) as NonNullable<EnvironmentScript['ends']>;
    const world = worldOf({ ends });
    const repositories = [...endings.map((_, place) => bad(place)), 'r'];
    return played(engine, building({ world, repositories }), async (run) => ({
      ...{ world, status: await statusOf(run) },
      attempts: new Map(
        await Promise.all(
          repositories.map(async (name) => [name, await run.attempt(name)] as const),
        ),
      ),
    }));
  };
  it.each(endings.map((ending, place) => [...ending, place] as const))(
    'ends where %s says %j, and no other repository with it',
    async (_, wanted, steps, place) => {
      const { world, status, attempts } = await (ended ??= endedRun());
      expect(attempts.get(bad(place))).toMatchObject({
        status: 'completed',
        result: { outcome: { status: wanted }, cause: null },
      });
      expect(world.asked.filter((asked) => asked.endsWith(` ${bad(place)}`))).toHaveLength(steps);
      expect(attempts.get('r')).toMatchObject({ status: 'completed' });
      expect(stages(world)).toEqual(['accepted']);
      expect(status).toEqual(['completed', null]);
    },
  );

  it('shows stage, counts and the plan of each function under way', async () => {
    const held = heldStep(
      ({ function: id, action }) => id === 'm.py::f1#1' && action.kind === 'mutation',
    );
    const world = worldOf({ functions: { r: functions(2) }, step: held.hold, harnessesAtOnce: 1 });
    await withRun(engine, building({ world }), async (run) => {
      await run.start();
      await held.reached;
      const live = await queryEnvironment(engine.client, run.attemptId('r'));
      expect(live).toMatchObject({
        stage: 'building',
        paused: null,
        funnel: {
          counts: { definitions: 2, waiting: 1, accepted: 1, rejected: {} },
          unfinished: 0,
        },
      });
      const [{ id = '', harness = null } = {}, ...others] = live.underWay;
      expect([id, others]).toEqual(['m.py::f1#1', []]);
      expect(harness).toMatchObject({ paused: null, state: { stage: 'mutation', cases: 9 } });
      expect(harness?.state.records.map(({ stage }) => stage)).toEqual([
        ...['slice', 'generate', 'run', 'coverage'],
      ]);
      held.release();
      await run.end();
    });
  });

  it('runs each part on the queue of its resource', async () => {
    const world = worldOf({ functions: { r: functions(1) } });
    const queues = { workflows: 'ew', model: 'em', sandbox: 'es' };
    const spec = building({ world, environment: { generators: ['model'] } });
    const run = await scriptedRun(engine, { ...spec, queues });
    const workers = await Promise.all([
      scriptedWorker(run, { queue: queues.workflows }),
      scriptedWorker(run, { queue: queues.model, workflows: false }),
      scriptedWorker(run, { queue: queues.sandbox, workflows: false }),
    ]);
    await workers.reduce<() => Promise<void>>(
      (inner, worker) => () => worker.runUntil(inner),
      async () => {
        await run.start();
        await run.end();
      },
    )();
    expect(await queuesOf(run, run.attemptId('r'))).toEqual([
      ...['beginEnvironment ew', 'takeIn es', 'installProject es', 'importModules es'],
      ...['selectFunctions es', 'captureTraces es', 'loadFunctions ew', 'finishEnvironment ew'],
    ]);
    expect(await queuesOf(run, harnessOf(run, 0))).toEqual([
      ...['sliceFunction es', 'generateCases em', 'runReference es', 'measureCoverage es'],
      ...['measureMutation es', 'rerunHarness es', 'minimiseHarness es', 'scanHarness es'],
      'finishHarness es',
    ]);
    await run.store.close();
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

  it('records nothing before the end of a function under way is written', async () => {
    const held = heldEnd();
    const world = worldOf({ functions: { r: functions(2) }, harnessesAtOnce: 1 });
    const activities = (store: Store): object => held.ports(world.ports(store));
    await withRun(engine, { ...building({ world }), activities }, async (run) => {
      await run.start();
      await held.reached;
      await cancelWork(engine.client, run.id);
      await isToldOfCancellation(run, run.attemptId('r'));
      await untilAtRest(run, run.attemptId('r'), 1);
      const before = await run.attempt('r');
      held.release();
      await expect(run.end()).rejects.toThrow('cancelled');
      const after = await run.attempt('r');
      expect([before.status, after.status]).toEqual(['running', 'cancelled']);
      expect(after.result?.outcome).toMatchObject({ counts: { accepted: 1 } });
      expect(stages(world)).toEqual(['accepted', 'waiting']);
    });
  });

  it('starts no step and no function while it is paused', async () => {
    const held = heldStep(({ action }) => action.kind === 'coverage');
    const world = worldOf({ functions: { r: functions(2) }, step: held.hold, harnessesAtOnce: 1 });
    await withRun(engine, building({ world }), async (run) => {
      await run.start();
      await held.reached;
      await steer(engine.client, run.id, { kind: 'pause', reason: 'lunch' });
      await eventually('its function is paused', async () => {
        const { paused, underWay } = await queryEnvironment(engine.client, run.attemptId('r'));
        return paused === 'lunch' && underWay[0]?.harness?.paused === 'lunch';
      });
      held.release();
      await untilAtRest(run, run.id);
      expect(world.count('measureMutation')).toBe(0);
      await steer(engine.client, run.id, { kind: 'resume' });
      await run.end();
      expect(stages(world)).toEqual(['accepted', 'accepted']);
    });
  });

  it('can be paused by itself, waits before its record, and refuses an empty reason', async () => {
    const held = heldStep(({ action }) => action.kind === 'scan');
    const world = worldOf({ step: held.hold });
    await withRun(engine, building({ world }), async (run) => {
      const attempt = run.attemptId('r');
      await run.start();
      await held.reached;
      const empty = steer(engine.client, attempt, { kind: 'pause', reason: ' ' });
      await expect(empty).rejects.toThrow('a pause needs a reason');
      await steer(engine.client, attempt, { kind: 'pause', reason: 'tea' });
      held.release();
      await untilAtRest(run, run.id);
      expect([world.count('finishHarness'), await statusOf(run)]).toEqual([0, ['running', null]]);
      await steer(engine.client, attempt, { kind: 'resume' });
      await run.end();
      expect(stages(world)).toEqual(['accepted']);
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

  it('is unscored where trouble ends a step on the repository as a whole', async () => {
    const world = worldOf();
    const spec = building({ world });
    const activities: typeof spec.activities = (store) => ({
      ...world.ports(store),
      installProject: () => Promise.reject(ApplicationFailure.nonRetryable('no engine for cells')),
    });
    await played(engine, { ...spec, activities }, async (run) => {
      const { status, result } = await run.attempt('r');
      expect([status, result?.cause]).toEqual(['unscored', 'no engine for cells']);
      expect(world.count('finishEnvironment')).toBe(0);
    });
  });

  it.each(['terminate', 'cancel'] as const)(
    'leaves a function waiting whose workflow somebody chose to %s',
    async (how) => {
      const held = heldStep(
        ({ function: id, action }) => id === 'm.py::f0#1' && action.kind === 'run',
      );
      const world = worldOf({ functions: { r: functions(2) }, step: held.hold });
      await withRun(engine, building({ world }), async (run) => {
        await run.start();
        await held.reached;
        await engine.client.workflow.getHandle(harnessOf(run, 0))[how]();
        await run.end();
        expect(stages(world)).toEqual(['waiting', 'accepted']);
        const { status, result } = await run.attempt('r');
        expect(status).toBe('unscored');
        expect(result?.cause).toMatch(/no end of m.py::f0#1: .*(terminated|cancelled)/i);
      });
    },
  );

  it('takes no answer that is of another function, and leaves the function waiting', async () => {
    const world = worldOf({
      functions: { r: functions(2) },
      step: ({ function: id, action }) => {
        if (id !== 'm.py::f0#1' || action.kind !== 'generate') return null;
        return { kind: 'generated', part: 'part of another', of: 'r::m.py::f1#1#1' };
      },
    });
    await played(engine, building({ world }), async (run) => {
      expect(stages(world)).toEqual(['waiting', 'accepted']);
      expect((await run.attempt('r')).result?.cause).toContain(
        'r::m.py::f0#1#1 was answered with what is of r::m.py::f1#1#1',
      );
      expect(world.foreign).toEqual([]);
      expect(world.asked.filter((asked) => asked === 'generateCases m.py::f0#1')).toHaveLength(1);
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

  it('stays paused when its history ends meanwhile', async () => {
    const held = heldEnd();
    const world = worldOf({ functions: { r: functions(2) } });
    const spec = building({ world, timing: { maxHistory: 1 }, functionsOutlive: false });
    const activities = (store: Store): object => held.ports(world.ports(store));
    await withRun(engine, { ...spec, activities }, async (run) => {
      const handle = engine.client.workflow.getHandle(run.attemptId('r'));
      await run.start();
      // At its end the first function no longer listens to a pause; the window drains behind it.
      await held.reached;
      const { runId } = await handle.describe();
      await steer(engine.client, run.attemptId('r'), { kind: 'pause', reason: 'lunch' });
      held.release();
      await eventually(
        'its next history begins',
        async () => (await handle.describe()).runId !== runId,
      );
      await untilAtRest(run, run.id);
      const live = await queryEnvironment(engine.client, run.attemptId('r'));
      expect(live).toMatchObject({ paused: 'lunch', stage: 'building', underWay: [] });
      expect(live.funnel?.counts).toMatchObject({ accepted: 1, waiting: 1 });
      expect(stages(world)).toEqual(['accepted', 'waiting']);
      await steer(engine.client, run.attemptId('r'), { kind: 'resume' });
      await run.end();
      expect(stages(world)).toEqual(['accepted', 'accepted']);
    });
  });

  it('has nothing to do for a repository that was finished before', async () => {
    const world = worldOf();
    await withRun(engine, building({ world, repositories: ['r', 's'] }), async (run) => {
      await run.start();
      await run.end();
      const before = world.asked.length;
      await engine.client.workflow.start('buildEnvironment', {
        workflowId: `${run.id}/again`,
        taskQueue: run.queues.workflows,
        args: [
          {
            setting: {
              run: run.id,
              kind: 'environment',
              timing: testTiming,
              queues: run.queues,
              labels: { method: 'm', dataset: 'd', model: 'm' },
            },
            attempt: { run: run.id, problem: 'r', sample: 0 },
            position: 0,
            paused: null,
          },
        ],
      });
      const again = engine.client.workflow.getHandle(`${run.id}/again`);
      expect(await again.result()).toEqual({ status: 'completed', solved: false });
      expect(world.asked.slice(before)).toEqual(['beginEnvironment r']);
    });
  });
});
