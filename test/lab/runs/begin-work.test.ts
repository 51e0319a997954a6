import { WorkflowNotFoundError } from '@temporalio/client';

import { beginWork, endOtherWork } from '../../../lab/runs/begin-work';
import type { WorkToBegin } from '../../../lab/runs/begin-work';
import { runsOfOtherCode } from '../../../lab/runs/other-code';
import { pausedReason, recordRun } from '../../../lab/runs/start-run';
import { whenWorkerDiffers } from '../../../lab/services/when-worker-differs';
import { NotReadyError } from '../../../core/errors/errors';
import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import type { WorkflowBundle } from '../../../core/schemas/workflow-bundle';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const ours: WorkflowBundle = { version: '0.2.0', sha256: 'b'.repeat(64) };
const older: WorkflowBundle = { version: '0.1.0', sha256: 'a'.repeat(64) };

afterEach(() => cleanUp([]));

interface Started {
  readonly concurrency: number;
  readonly paused: string | null;
}

/** An engine that knows which run is worked on, and tells what it was told. */
function scriptedEngine(workedOn: boolean, left: readonly string[] = []) {
  const events: string[] = [];
  const starts: Started[] = [];
  let running = workedOn;
  let refusal: Error | null = null;
  let memo: Record<string, unknown> = {};
  const getHandle = (id: string, _run?: string, of: { firstExecutionRunId?: string } = {}) => ({
    describe: async () => {
      if (!running) throw new WorkflowNotFoundError('none', id, undefined);
      const raw = { workflowExecutionInfo: { firstRunId: 'r1' } };
      return { status: { name: 'RUNNING' }, raw, memo };
    },
    terminate: async () => {
      if (id !== 'r') return void events.push(`ended ${id}`);
      events.push(`ended ${of.firstExecutionRunId ?? 'whatever runs'}`);
      running = false;
    },
  });
  const open = [...left];
  async function* list() {
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      yield { workflowId: id, runId: 'r2' };
    }
  }
  const start = async (
    _type: string,
    { args: [input], ...options }: { args: [Started]; memo: Record<string, unknown> },
  ) => {
    if (refusal !== null) throw refusal;
    events.push('started');
    memo = options.memo;
    starts.push(input);
    running = true;
  };
  const client = { workflow: { getHandle, start, list } } as unknown as Awaited<
    ReturnType<WorkToBegin['services']['client']>
  >;
  const refuse = (error: Error | null): void => {
    refusal = error;
  };
  return { events, starts, refuse, client: () => Promise.resolve(client) };
}

async function begin(
  {
    workedOn,
    bundle,
    left,
  }: {
    readonly workedOn: boolean;
    readonly bundle: WorkflowBundle | null;
    readonly left?: readonly string[];
  },
  working: WorkflowBundle | null = ours,
) {
  const { root } = scratchState();
  const settings = readSettings({ ESPALIER_HOME: root });
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  const context = { settings, folder: stateFolder(settings), note };
  const store = createMemoryStore();
  const engine = scriptedEngine(workedOn, left);
  const setRunBundle = async (id: string, told: WorkflowBundle): Promise<void> => {
    engine.events.push('bundle recorded');
    await store.runs.setRunBundle(id, told);
  };
  const recording = { ...store, runs: { ...store.runs, setRunBundle } };
  const created = await store.runs.createRun('r', scriptedRunConfig());
  if (bundle !== null) await store.runs.setRunBundle('r', bundle);
  const revive = async (): Promise<void> => void engine.events.push('looked after');
  const services = { client: engine.client, bundle: () => Promise.resolve(working), revive };
  const work = (record = created, paused: string | null = null): WorkToBegin => ({
    ...{ services, record, concurrency: 3, paused },
  });
  return { context, store, recording, engine, notes, work };
}

describe('beginning work on a run', () => {
  it('records the code before it starts, and attaches to what is there then', async () => {
    const { context, recording, store, engine, work } = await begin({
      workedOn: false,
      bundle: null,
    });
    expect(await beginWork(context, recording, work())).toBe('begun');
    expect(engine.events).toEqual(['bundle recorded', 'started']);
    expect((await store.runs.run('r'))?.bundle).toEqual(ours);
    expect(await beginWork(context, recording, work())).toBe('attached');
    expect(engine.events).toHaveLength(2);
  });

  it('does not end, by a record that it read too early, what another command has begun', async () => {
    const { context, recording, engine, work } = await begin({ workedOn: false, bundle: null });
    const stale = work();
    const [one, other] = await Promise.all([
      beginWork(context, recording, stale),
      beginWork(context, recording, stale),
    ]);
    expect([one, other].sort()).toEqual(['attached', 'begun']);
    expect(engine.events).toEqual(['bundle recorded', 'started']);
  });

  it.each([
    ['an older version told', older, 'espalier 0.1.0 (workflow code aaaaaaaa)'],
    ['a version from before it was told', null, 'an earlier version of espalier'],
  ])('ends the workflows that %s has started, and says so', async (_, bundle, named) => {
    const { context, recording, engine, notes, work } = await begin({ workedOn: true, bundle });
    expect(await beginWork(context, recording, work())).toBe('begun');
    expect(engine.events).toEqual(['ended r1', 'bundle recorded', 'started']);
    expect(notes).toEqual([expect.stringContaining(named)]);
    expect(notes[0]).toContain('its workflows are ended, and espalier 0.2.0');
    expect(notes[0]).toMatch(/ goes on with what is stored$/);
  });

  it('ends what a run of other code has left that was ended by hand', async () => {
    const left = ['r/P/0/0', 'r/P/1/0'];
    const { context, recording, engine, notes, work } = await begin({
      ...{ workedOn: false, bundle: older, left },
    });
    expect(await beginWork(context, recording, work())).toBe('begun');
    expect(engine.events).toEqual([
      ...['ended r/P/0/0', 'ended r/P/1/0', 'bundle recorded', 'started'],
    ]);
    expect(notes).toEqual([]);
  });

  it('records how many items it is to work on at a time', async () => {
    const { context, recording, store, work } = await begin({ workedOn: false, bundle: null });
    await beginWork(context, recording, work());
    expect((await store.runs.run('r'))?.concurrency).toBe(3);
  });

  it('looks after an engine that has died and begins again, and says at last how the run goes on', async () => {
    const { context, recording, engine, notes, work } = await begin({
      workedOn: false,
      bundle: null,
    });
    const died = new NotReadyError('starting run r: gone', 'Wait', { code: 'ENGINE_FAILED' });
    let deaths = 1;
    const { client } = work().services;
    const dying = () => (deaths-- > 0 ? Promise.reject(died) : client());
    const tried = () => {
      const { services, ...others } = work();
      return beginWork(context, recording, { ...others, services: { ...services, client: dying } });
    };
    expect(await tried()).toBe('begun');
    expect(engine.events).toEqual(['looked after', 'bundle recorded', 'started']);
    expect(notes).toEqual(['starting run r: gone: it is tried again']);
    deaths = 3;
    await expect(tried()).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      remedy: expect.stringContaining('the same command, or `espalier run resume r`') as string,
    });
  }, 20_000);

  it.each([
    ['was cancelled', 'cancelled', null],
    ['was paused by hand', 'paused', 'lunch'],
  ] as const)('begins nothing unattended of a run that %s meanwhile', async (_, status, reason) => {
    const { context, store, engine, work } = await begin({ workedOn: false, bundle: ours });
    await store.runs.setRunStatus('r', status, reason);
    const unattended = { ...context, unattended: true };
    await expect(beginWork(unattended, store, work())).rejects.toMatchObject({
      code: 'NO_LONGER_WANTED',
      exitCode: 3,
    });
    expect(engine.events).toEqual([]);
    expect(await store.runs.run('r')).toMatchObject({ status, reason });
  });

  it('leaves a run under way that it could not begin again as it was, for a supervisor to go on with', async () => {
    const { context, store, engine, work } = await begin({ workedOn: false, bundle: ours });
    await store.runs.setRunStatus('r', 'running', null);
    engine.refuse(new Error('14 UNAVAILABLE'));
    await expect(beginWork(context, store, work())).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
    });
    expect(await store.runs.run('r')).toMatchObject({ status: 'running', reason: null });
  }, 20_000);

  it('records how many programs of a problem it makes at a time where that is said', async () => {
    const { context, store, work } = await begin({ workedOn: false, bundle: null });
    await beginWork(context, store, { ...work(), parallel: 4 });
    expect((await store.runs.run('r'))?.parallel).toBe(4);
  });

  it('goes on with what was said while it was getting ready, where it says nothing itself', async () => {
    const { context, store, engine, work } = await begin({ workedOn: false, bundle: null });
    const resumed = { ...work(), concurrency: null, usualConcurrency: 9 };
    await store.runs.setRunConcurrency('r', 4);
    await store.runs.setRunParallel('r', 2);
    await beginWork(context, store, resumed);
    expect(engine.starts).toMatchObject([{ concurrency: 4, setting: { parallel: 2 } }]);
    expect(await store.runs.run('r')).toMatchObject({ concurrency: 4, parallel: 2 });
  });

  it('works on as many items as is usual where nobody ever said it', async () => {
    const { context, store, engine, work } = await begin({ workedOn: false, bundle: null });
    await beginWork(context, store, { ...work(), concurrency: null, usualConcurrency: 9 });
    expect(engine.starts).toMatchObject([{ concurrency: 9 }]);
    expect((await store.runs.run('r'))?.concurrency).toBe(9);
  });

  it('leaves the workflows of this code alone', async () => {
    const { context, recording, engine, notes, work } = await begin({
      workedOn: true,
      bundle: ours,
    });
    expect(await beginWork(context, recording, work())).toBe('attached');
    expect([engine.events, notes]).toEqual([[], []]);
  });

  it('ends work that the store does not know as its newest, and says so', async () => {
    const { context, recording, store, engine, notes, work } = await begin({
      workedOn: false,
      bundle: null,
    });
    await beginWork(context, recording, work());
    // As a store that was put back, or that other work has been begun in.
    await store.runs.beginGeneration('r');
    expect(await beginWork(context, recording, work())).toBe('begun');
    expect(engine.events.slice(2)).toEqual(['ended r1', 'bundle recorded', 'started']);
    expect(notes).toEqual([expect.stringContaining("from another state than the store's")]);
    expect(await beginWork(context, recording, work())).toBe('attached');
  });

  it('begins a paused run paused, and says running of one that is not', async () => {
    const { context, recording, store, engine, work } = await begin({
      workedOn: true,
      bundle: older,
    });
    await store.runs.setRunStatus('r', 'paused', 'by hand');
    const record = await store.runs.createRun('r', scriptedRunConfig());
    await beginWork(context, recording, work(record, 'by hand'));
    expect(engine.starts).toMatchObject([{ concurrency: 3, paused: 'by hand' }]);
    expect(await store.runs.run('r')).toMatchObject({ status: 'paused', reason: 'by hand' });
    const again = await begin({ workedOn: true, bundle: older });
    await again.store.runs.setRunStatus('r', 'paused', 'by hand');
    await beginWork(again.context, again.recording, again.work());
    expect(await again.store.runs.run('r')).toMatchObject({ status: 'running', reason: null });
  });

  it.each([
    ['that the engine refuses', new Error('14 UNAVAILABLE'), 'ENGINE_FAILED'],
    ['whose command dies just then', new Error('killed'), undefined],
  ])(
    'leaves a run %s waiting, where it holds up no other, and begins it later',
    async (_, error, code) => {
      const { context, store, engine, work } = await begin({ workedOn: false, bundle: null });
      const record = await recordRun(store, {
        ...{ id: 'new', config: scriptedRunConfig(), dataset: { rows: [] } },
      });
      const dying = { ...store.runs, setRunBundle: () => Promise.reject(error) };
      engine.refuse(error);
      const broken = code === undefined ? { ...store, runs: dying } : store;
      await expect(beginWork(context, broken, work(record))).rejects.toMatchObject({
        ...(code === undefined ? { message: 'killed' } : { code }),
      });
      const left = await store.runs.run('new');
      expect(left).toMatchObject({ status: 'paused', reason: 'its work has not begun' });
      expect(pausedReason(left ?? record)).toBeNull();
      expect(await runsOfOtherCode(context, left === null ? [] : [left])).toEqual([]);
      await store.runs.setRunStatus('r', 'completed', null);
      expect(await whenWorkerDiffers(store, null)).toBe('restart');
      engine.refuse(null);
      expect(await beginWork(context, store, work(record))).toBe('begun');
      expect(await store.runs.run('new')).toMatchObject({ status: 'running', reason: null });
    },
  );

  it('takes a worker that does not tell its code for another than one that did', async () => {
    const { context, recording, engine, work } = await begin(
      { workedOn: true, bundle: older },
      null,
    );
    await endOtherWork(context, recording, work(), null);
    expect(engine.events).toEqual(['ended r1']);
  });

  it('does not say that a run goes on which is only ended', async () => {
    const { context, recording, notes, work } = await begin({ workedOn: true, bundle: older });
    await endOtherWork(context, recording, work(), null);
    expect(notes).toEqual([
      'run r was started by espalier 0.1.0 (workflow code aaaaaaaa): its workflows are ended',
    ]);
  });
});
