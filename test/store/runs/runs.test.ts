import SqliteDatabase from 'better-sqlite3';

import type { Store } from '../../../core/ports/records';
import { notBegun } from '../../../core/work/not-begun';
import {
  attemptKey,
  attemptResult,
  runConfig,
  ungraded,
} from '../../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from '../store-folder';

let here: StoreFolder;
let store: Store;
let nowMs: number;
beforeEach(async () => {
  here = createStoreFolder();
  nowMs = 1_700_000_000_000;
  store = await here.open({ clock: () => nowMs });
});
afterEach(() => here.dispose());

describe('runs', () => {
  it('start as running, with their configuration as given', async () => {
    const config = runConfig({ temperature: 0.5, fresh: 'again' });
    expect(await store.runs.createRun('run-1', config)).toEqual({
      id: 'run-1',
      config,
      movedTo: null,
      parallel: null,
      status: 'running',
      reason: null,
      createdAtMs: nowMs,
      endedAtMs: null,
      bundle: null,
      concurrency: null,
      generation: null,
    });
  });

  it('remember which workflow code they were started with last', async () => {
    await store.runs.createRun('run-1', runConfig());
    const first = { version: '0.1.0', sha256: 'a'.repeat(64) };
    const second = { version: '0.2.0', sha256: 'b'.repeat(64) };
    await store.runs.setRunBundle('run-1', first);
    expect((await store.runs.run('run-1'))?.bundle).toEqual(first);
    await store.runs.setRunBundle('run-1', second);
    expect((await store.runs.run('run-1'))?.bundle).toEqual(second);
    await expect(store.runs.setRunBundle('run-2', first)).rejects.toThrow(/run-2/);
  });

  it('remember how many items they were last to work on at a time', async () => {
    await store.runs.createRun('run-1', runConfig());
    await store.runs.setRunConcurrency('run-1', 40);
    await store.runs.setRunConcurrency('run-1', 7);
    expect((await store.runs.run('run-1'))?.concurrency).toBe(7);
    await expect(store.runs.setRunConcurrency('run-2', 7)).rejects.toThrow(/run-2/);
  });

  it('stay as they are when created again', async () => {
    const first = await store.runs.createRun('run-1', runConfig());
    await store.runs.setRunStatus('run-1', 'paused', 'out of quota');
    nowMs += 1_000;
    expect(await store.runs.createRun('run-1', runConfig({ method: 'direct' }))).toEqual({
      ...first,
      status: 'paused',
      reason: 'out of quota',
    });
  });

  it('say when they ended, and no longer once they go on', async () => {
    await store.runs.createRun('run-1', runConfig());
    nowMs += 5_000;
    await store.runs.setRunStatus('run-1', 'completed', null);
    expect(await store.runs.run('run-1')).toMatchObject({ status: 'completed', endedAtMs: nowMs });
    await store.runs.setRunStatus('run-1', 'running', null);
    expect(await store.runs.run('run-1')).toMatchObject({ status: 'running', endedAtMs: null });
    await store.runs.setRunStatus('run-1', 'cancelled', null);
    expect(await store.runs.run('run-1')).toMatchObject({ endedAtMs: nowMs });
    await store.runs.setRunStatus('run-1', 'paused', 'by hand');
    expect(await store.runs.run('run-1')).toMatchObject({ endedAtMs: null });
  });

  it('that have not begun wait, and go on counting as what their work has said of them', async () => {
    await store.runs.createRun('run-1', runConfig(), notBegun);
    expect(await store.runs.run('run-1')).toMatchObject({ status: 'paused', reason: notBegun });
    await store.runs.runHasBegun('run-1');
    expect(await store.runs.run('run-1')).toMatchObject({ status: 'running', reason: null });
    await store.runs.setRunStatus('run-1', 'paused', 'out of quota');
    await store.runs.runHasBegun('run-1');
    expect(await store.runs.run('run-1')).toMatchObject({ reason: 'out of quota' });
    await store.runs.setRunStatus('run-1', 'completed', null);
    await store.runs.runHasBegun('run-1');
    expect(await store.runs.run('run-1')).toMatchObject({ status: 'completed' });
  });

  it('say where their model is asked, once they have moved', async () => {
    expect(await store.runs.createRun('run-1', runConfig())).toMatchObject({ movedTo: null });
    await store.runs.moveRun('run-1', 'https://b.test/v1');
    expect(await store.runs.run('run-1')).toMatchObject({ movedTo: 'https://b.test/v1' });
    expect(await store.runs.movedTo('run-1')).toBe('https://b.test/v1');
    await store.runs.moveRun('run-1', null);
    expect(await store.runs.movedTo('run-1')).toBeNull();
    expect(await store.runs.movedTo('a-chat')).toBeNull();
    await expect(store.runs.moveRun('nope', null)).rejects.toThrow(/nope/);
  });

  it('change alone: what is said of one is not said of another', async () => {
    const other = await store.runs.createRun('run-2', runConfig(), notBegun);
    await store.runs.createRun('run-1', runConfig(), notBegun);
    await store.runs.runHasBegun('run-1');
    await store.runs.setRunStatus('run-1', 'paused', 'out of quota');
    await store.runs.setRunBundle('run-1', { version: '0.1.0', sha256: 'a'.repeat(64) });
    await store.runs.setRunConcurrency('run-1', 4);
    await store.runs.setRunParallel('run-1', 2);
    await store.runs.moveRun('run-1', 'https://b.test/v1');
    await store.runs.beginGeneration('run-1');
    expect(await store.runs.run('run-2')).toEqual(other);
    expect(await store.runs.movedTo('run-2')).toBeNull();
    expect(await store.runs.run('run-1')).toMatchObject({ concurrency: 4, parallel: 2 });
    await expect(store.runs.setRunParallel('run-3', 2)).rejects.toThrow(/run-3/);
  });

  it('that have not ended can be listed alone; runs of one moment are in order of id', async () => {
    for (const [id, status] of [
      ['run-d', 'paused'],
      ['run-c', 'completed'],
      ['run-b', 'cancelled'],
      ['run-a', 'running'],
    ] as const) {
      await store.runs.createRun(id, runConfig());
      await store.runs.setRunStatus(id, status, null);
    }
    const ids = (runs: readonly { readonly id: string }[]) => runs.map(({ id }) => id);
    expect(ids(await store.runs.runs())).toEqual(['run-a', 'run-b', 'run-c', 'run-d']);
    expect(ids(await store.runs.unfinishedRuns())).toEqual(['run-a', 'run-d']);
  });

  it('are listed in order of creation', async () => {
    await store.runs.createRun('run-b', runConfig());
    nowMs += 1;
    await store.runs.createRun('run-a', runConfig());
    expect((await store.runs.runs()).map(({ id }) => id)).toEqual(['run-b', 'run-a']);
  });

  it('are null, or named in an error, when there is none of that id', async () => {
    expect(await store.runs.run('nope')).toBeNull();
    const missing = { code: 'RECORD_MISSING', exitCode: 2 };
    await expect(store.runs.setRunStatus('nope', 'paused', 'x')).rejects.toMatchObject(missing);
    await expect(store.runs.counts('nope')).rejects.toMatchObject(missing);
    await expect(store.runs.beginAttempt({ ...attemptKey, run: 'nope' }, 0)).rejects.toThrow(
      'run nope',
    );
  });

  it('are not given out with a configuration that was edited into nonsense', async () => {
    await store.runs.createRun('run-1', runConfig());
    const database = new SqliteDatabase(here.path);
    database.exec(`update runs set config = replace(config, '"budget":20', '"budget":0')`);
    database.close();
    await expect(store.runs.run('run-1')).rejects.toMatchObject({
      code: 'RECORD_UNREADABLE',
      message: expect.stringContaining('budget') as string,
    });
  });
});

describe('counts of a run', () => {
  it('keep every planned attempt in the total, whatever became of it', async () => {
    const config = runConfig({ problems: ['a', 'b', 'c'], samples: 2 });
    await store.runs.createRun('run-1', config);
    const results = [
      attemptResult(),
      attemptResult({ solved: false, verdict: 'failed' }),
      ungraded('unscored'),
      ungraded('cancelled'),
      null,
    ];
    for (const [position, result] of results.entries()) {
      const problem = config.problems[Math.floor(position / 2)] ?? '';
      const key = { run: 'run-1', problem, sample: position % 2 };
      await store.runs.beginAttempt(key, position);
      if (result !== null) await store.runs.finishAttempt(key, result);
    }
    expect(await store.runs.counts('run-1')).toEqual({
      total: 6,
      completed: 2,
      solved: 1,
      unscored: 1,
      cancelled: 1,
    });
    await store.runs.createRun('run-2', config);
    expect(await store.runs.counts('run-2')).toEqual({
      ...{ total: 6, completed: 0, solved: 0, unscored: 0, cancelled: 0 },
    });
  });
});
