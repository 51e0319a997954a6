import { CancelledFailure } from '@temporalio/common';

import { failure, nextInput, WorkflowWorld } from '../support/workflow-world';

import { failureTypes } from '../../../core/errors/failure-fate';
import { repositoryCounts } from '../../../core/repository/funnel-counts';
import type { FunnelView } from '../../../workflows/environment/messages';
import { buildEnvironment } from '../../../workflows/environment/build-environment';
import type { BuildEnvironmentInput } from '../../../workflows/environment/build-environment';
import { workSetting } from '../support/work-setting';

const attempt = { run: 'run', problem: 'tools', sample: 0 };
const environment = 'e'.repeat(64);
const rules = { generators: ['traces'], maxRounds: 2 };
const planned = (place: number) => ({ id: `m.py::f${String(place)}#1`, place });
const idOf = (place: number): string => `w/${String(place)}-f${String(place)}`;
const accepted = (place: number) => ({
  ...{ stage: 'accepted', id: planned(place).id, harness: '1'.repeat(64) },
});
const counts = repositoryCounts(
  [0, 1, 2].map((place) => ({ stage: 'waiting', id: planned(place).id })),
);

interface Given {
  readonly functions?: number;
  readonly input?: Partial<BuildEnvironmentInput>;
  readonly outlive?: boolean;
  readonly maxHistory?: number;
  /** An error is thrown. */
  readonly steps?: Readonly<Record<string, object>>;
  /** Whether functions that are cancelled end at once. */
  readonly cancelsChildren?: boolean;
  readonly closed?: () => unknown;
}

async function building({
  functions = 3,
  input = {},
  outlive = true,
  maxHistory,
  ...given
}: Given = {}) {
  const ends = new Map<string, (end: unknown) => void>();
  const finished: unknown[] = [];
  const ungraded: unknown[] = [];
  const stages: string[] = [];
  const see = () => stages.push((world.query('funnel') as FunnelView).stage);
  const step = (name: string, usual: object) => () => {
    see();
    const answer = given.steps?.[name] ?? usual;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const world: WorkflowWorld = new WorkflowWorld({
    cancelsChildren: given.cancelsChildren ?? true,
    activities: {
      beginEnvironment: step('begin', { finished: null, rules, harnessesAtOnce: 2 }),
      takeIn: step('takeIn', { ended: null, taken: 't' }),
      installProject: step('install', { ended: null, environment }),
      importModules: step('import', { ended: null }),
      selectFunctions: step('select', { ended: null, counts }),
      captureTraces: () => void see(),
      loadFunctions: ({ from, size }: { from: number; size: number }) => {
        const next = from + Math.min(size, 2);
        const all = Array.from({ length: functions }, (_, place) => planned(place));
        return { functions: all.slice(from, next), next: next < functions ? next : null };
      },
      finishEnvironment: (end: object) => {
        see();
        finished.push(end);
        return { status: 'completed', solved: false };
      },
      recordUngraded: (record: unknown) => {
        ungraded.push(record);
        return { status: 'unscored', solved: false };
      },
      closedItems: () => given.closed?.() ?? [],
    },
    child: (id) =>
      new Promise((resolve, reject) => {
        ends.set(id, (end) => {
          if (end instanceof Error) reject(end);
          else resolve(end);
        });
      }),
  });
  const ended: unknown[] = [];
  const setting = workSetting({
    ...{ kind: 'environment', functionsOutlive: outlive },
    timing: { maxHistory: maxHistory ?? null },
  });
  buildEnvironment({ setting, attempt, position: 3, paused: null, ...input }).then(
    (summary) => ended.push(summary),
    (error: unknown) => ended.push(error),
  );
  await world.settle();
  const end = async (place: number, how: unknown = accepted(place)): Promise<void> => {
    ends.get(idOf(place))?.(how);
    await world.settle();
  };
  const started = () => world.children.map(({ id }) => id);
  const funnel = () => world.query('funnel') as FunnelView;
  const asked = () => world.asked.map(({ name }) => name);
  return { world, ended, finished, ungraded, stages, end, started, funnel, asked, setting };
}

describe('the work on a repository', () => {
  it('takes its steps in order, and builds as many harnesses at a time as there are cells', async () => {
    const { world, stages, started, end, finished, ended, funnel, setting } = await building();
    expect(stages).toEqual([
      ...['beginning', 'taking-in', 'installing', 'importing', 'selecting', 'tracing'],
    ]);
    expect(started()).toEqual([idOf(0), idOf(1)]);
    expect(world.children[1]?.args).toEqual([
      { setting, attempt, environment, function: planned(1).id, rules, paused: null },
    ]);
    expect(funnel()).toMatchObject({
      ...{ stage: 'building', paused: null, funnel: { counts: { waiting: 3 } } },
      underWay: [
        { id: planned(0).id, workflow: idOf(0) },
        { id: planned(1).id, workflow: idOf(1) },
      ],
    });
    await end(1);
    expect([started().at(-1), funnel().funnel?.counts.accepted]).toEqual([idOf(2), 1]);
    await end(0, {
      stage: 'rejected',
      id: planned(0).id,
      reason: { code: 'leak' },
      runnable: true,
    });
    await end(2);
    expect(finished).toEqual([
      { attempt, position: 3, ended: null, environment, unfinished: null },
    ]);
    expect([ended, stages.at(-1)]).toEqual([[{ status: 'completed', solved: false }], 'finishing']);
    expect(world.asked.find(({ name }) => name === 'installProject')?.args).toEqual([
      { attempt, taken: 't' },
    ]);
    await expect(world.update('pause', 'night')).rejects.toThrow('worked on to its end');
  });

  it.each([
    ['takeIn', { code: 'no_python' }, null, 2],
    ['install', { code: 'install_failed', step: 'build', why: 'so' }, null, 3],
    ['import', { code: 'import_failed', why: 'so' }, environment, 4],
    ['select', { code: 'too_large', why: 'so' }, environment, 5],
  ] as const)('ends with the status of a step that ends it: %s', async (...given) => {
    const [name, status, of, steps] = given;
    const { finished, asked } = await building({
      steps: { [name]: { ended: status, environment: of, counts, taken: 't' } },
    });
    expect(finished).toEqual([
      { attempt, position: 3, ended: status, environment: of, unfinished: null },
    ]);
    expect(asked()).toHaveLength(steps + 1);
  });

  it('is unscored when a step on the repository fails, with the cause', async () => {
    const { finished, ungraded } = await building({
      steps: { install: failure(failureTypes.terminal) },
    });
    expect(finished).toEqual([]);
    expect(ungraded).toMatchObject([{ attempt, position: 3, status: 'unscored', cause: 'so' }]);
  });

  it('runs each step on the queue of its resource', async () => {
    const { world, end } = await building({ functions: 1 });
    await end(0);
    expect(world.queues).toEqual([
      ...['beginEnvironment w', 'takeIn s', 'installProject s', 'importModules s'],
      ...['selectFunctions s', 'captureTraces s'],
      ...['loadFunctions w', 'finishEnvironment w'],
    ]);
  });

  it('is over where it was finished before', async () => {
    const summary = { status: 'completed', solved: false };
    const { ended, asked } = await building({ steps: { begin: { finished: summary } } });
    expect([ended, asked()]).toEqual([[summary], ['beginEnvironment']]);
  });

  it('is to be tried again where a function was broken off, with the cause', async () => {
    const { end, finished } = await building({ functions: 2 });
    await end(0, failure(failureTypes.terminal));
    await end(1);
    expect(finished).toMatchObject([{ unfinished: `no end of ${planned(0).id}: so` }]);
  });

  it('does not end when a function is cancelled by itself, and leaves that function waiting', async () => {
    const { end, finished, ungraded } = await building({ functions: 2 });
    await end(0, new CancelledFailure('cancelled'));
    await end(1);
    const unfinished = expect.stringContaining(`no end of ${planned(0).id}: `) as string;
    expect([finished, ungraded]).toMatchObject([[{ unfinished }], []]);
  });

  it('starts no function while it is paused, and tells those under way', async () => {
    const { world, started, end, finished } = await building();
    await world.update('pause', 'night');
    expect(world.signals.map(({ to, name }) => [to, name])).toEqual([
      [idOf(0), 'pause-signal'],
      [idOf(1), 'pause-signal'],
    ]);
    await end(0);
    await end(1);
    expect(started()).toHaveLength(2);
    await world.update('resume');
    expect([started().length, world.phases]).toEqual([3, ['paused', 'building']]);
    await world.update('pause', 'night');
    await end(2);
    expect(finished).toEqual([]);
  });

  it('that is cancelled is recorded with what there is of it, once its functions have ended', async () => {
    const { world, end, ungraded, ended } = await building();
    await end(0);
    await world.cancel();
    expect(ungraded).toMatchObject([
      {
        ...{ attempt, position: 3, status: 'cancelled', cause: null },
        outcome: { environment, counts: { accepted: 1, candidates: 3 } },
      },
    ]);
    expect(ended).toMatchObject([{ name: 'CancelledFailure' }]);
  });

  it('that is cancelled is recorded after the end of a function that is slow to end', async () => {
    const { world, end, ungraded } = await building({ cancelsChildren: false, functions: 1 });
    await world.cancel();
    expect(ungraded).toEqual([]);
    await end(0);
    expect(ungraded).toMatchObject([{ status: 'cancelled', outcome: { counts: { accepted: 1 } } }]);
  });
});

describe('the next history of a repository', () => {
  it('begins when this one is full, with the functions under way', async () => {
    const { world, end, ended, setting } = await building({ functions: 5, maxHistory: 50 });
    world.historyIs({ historyLength: 50 });
    await end(0);
    expect(world.signals).toEqual([{ to: idOf(1), name: 'tell-end', args: [] }]);
    expect(nextInput(ended[0])).toMatchObject({
      ...{ setting, attempt, position: 3, paused: null },
      carried: {
        ...{ rules, harnessesAtOnce: 2, environment, from: 2, inFlight: [planned(1)] },
        funnel: { counts: { accepted: 1, waiting: 2 } },
      },
    });
  });

  it('waits for them where they may not outlive it', async () => {
    const { world, end, ended } = await building({ functions: 5, maxHistory: 50, outlive: false });
    world.historyIs({ historyLength: 50 });
    await end(0);
    expect(ended).toEqual([]);
    await end(1);
    expect(nextInput(ended[0])).toMatchObject({ carried: { from: 2, inFlight: [] } });
    expect(world.signals).toEqual([]);
  });

  it('is paused if this one was paused while it waited for them', async () => {
    const { world, end, ended } = await building({ functions: 5, maxHistory: 50, outlive: false });
    world.historyIs({ historyLength: 50 });
    await end(0);
    await world.update('pause', 'lunch');
    await end(1);
    const input = nextInput(ended[0]) as BuildEnvironmentInput;
    expect(input).toMatchObject({ paused: 'lunch', carried: { from: 2, inFlight: [] } });
    const next = await building({ functions: 5, input });
    expect([next.started(), next.funnel()]).toMatchObject([[], { paused: 'lunch' }]);
    await next.world.update('resume');
    expect(next.started()).toHaveLength(2);
  });

  it('begins with the last functions under way as well', async () => {
    const { world, ended } = await building({ functions: 2, maxHistory: 50 });
    world.historyIs({ historyLength: 50 });
    await world.settle();
    expect(nextInput(ended[0])).toMatchObject({ carried: { from: null } });
  });

  it('goes on where the last one was, and takes the ends that functions tell', async () => {
    const funnel = { counts, unfinished: 0, shown: [] };
    const carried = { rules, harnessesAtOnce: 1, environment, funnel, from: 2 };
    const { world, asked, started, finished, end } = await building({
      input: { carried: { ...carried, inFlight: [planned(1)] } as never },
    });
    expect([asked(), started()]).toEqual([['loadFunctions'], []]);
    await world.signal('item-ended', { id: idOf(1), cause: null, result: accepted(1) });
    expect(started()).toEqual([idOf(2)]);
    await end(2);
    expect(finished).toMatchObject([{ environment, unfinished: null }]);
  });

  it('does not know the end of a function that was ended without a word', async () => {
    const funnel = { counts, unfinished: 0, shown: [] };
    const carried = { rules, harnessesAtOnce: 1, environment, funnel, from: null };
    const { world, finished } = await building({
      input: { carried: { ...carried, inFlight: [planned(1)] } as never },
      closed: () => [{ id: idOf(1), cause: null }],
    });
    await world.fire();
    expect(finished).toMatchObject([
      { unfinished: `no end of ${planned(1).id}: it was cancelled, or nobody knows its end` },
    ]);
  });
});
