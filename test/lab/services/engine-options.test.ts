import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { readLiveSearch } from '../../../lab/runs/live-search';
import { readNextTry } from '../../../lab/runs/next-try';
import { engineOptions } from '../../../lab/services/ensure-local-engine';
import { ownProcess } from '../../../lab/services/own-process';
import { sayStarting } from '../../../lab/services/say-starting';
import { withRunningEngine } from '../../../lab/services/with-running-engine';
import { adoptProcess } from '../../../processes';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

afterEach(() => cleanUp([]));

function contextOf(variables: Readonly<Record<string, string>> = {}) {
  const settings = readSettings({ ESPALIER_HOME: scratchState().root, ...variables });
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  return { context: { settings, folder: stateFolder(settings), note }, notes };
}

describe('the engine of a state folder', () => {
  it('is the one of the settings, found where they say', () => {
    const { context } = contextOf({
      ...{ TEMPORAL_ADDRESS: 'engine.test:7233', TEMPORAL_NAMESPACE: 'mine', PATH: '/bin/a' },
      ...{ TEMPORAL_CLI_PATH: '/opt/temporal', XDG_CACHE_HOME: '/cache' },
    });
    expect(engineOptions(context)).toMatchObject({
      ...{ state: context.folder, address: 'engine.test:7233', namespace: 'mine' },
      ...{ cliPath: '/opt/temporal', searchPath: '/bin/a', cacheFolder: '/cache/espalier' },
    });
  });

  it('says how it is fetched or built, at once and then every ten seconds', () => {
    const { context, notes } = contextOf();
    const { onProgress } = engineOptions(context);
    onProgress?.({ kind: 'downloading', elapsedMs: 0, receivedBytes: 5, totalBytes: null });
    onProgress?.({ kind: 'downloading', elapsedMs: 9_999, receivedBytes: 50, totalBytes: 99 });
    onProgress?.({ kind: 'building', elapsedMs: 10_000, lastLine: 'go: one' });
    onProgress?.({ kind: 'waiting', elapsedMs: 19_999, holderPid: 3 });
    onProgress?.({ kind: 'waiting', elapsedMs: 80_000, holderPid: 7 });
    expect(notes).toEqual([
      'fetching the Temporal server: 5 bytes, 0 s',
      'building the Temporal server with go install, once (about 4 min on 2 cores): 10 s go: one',
      'process 7 is building the Temporal server; waiting: 01:20',
    ]);
  });

  it('is not asked where none runs', async () => {
    const { context } = contextOf();
    const asked: unknown[] = [];
    const answer = withRunningEngine(context, async (client) => asked.push(client));
    expect([await answer, asked]).toEqual([null, []]);
    const attempt = { run: 'r', problem: 'P/0', sample: 0 };
    expect(await readLiveSearch(context, attempt)).toBeNull();
    const store = createMemoryStore();
    await store.runs.createRun('r', scriptedRunConfig());
    expect(await readNextTry(context, store, 'r')).toBeNull();
  });
});

describe('a process of ours', () => {
  it('is a built file with its options as JSON, under our settings', () => {
    const settings = readSettings({ ESPALIER_HOME: '/state', ESPALIER_SESSIONS: '9' });
    const options = { role: 'all' };
    const { file, args, environment } = ownProcess('worker-main', options, settings);
    expect(file).toBe(process.execPath);
    expect(args).toEqual([
      expect.stringMatching(/\/dist\/workers\/worker-main\.js$/),
      '{"role":"all"}',
    ]);
    expect(environment).toMatchObject({ ESPALIER_HOME: '/state', ESPALIER_SESSIONS: '9' });
    const entry = (name: Parameters<typeof ownProcess>[0]) =>
      ownProcess(name, {}, settings).args[0];
    expect(entry('model-server-main')).toMatch(/\/dist\/workers\/model-server-main\.js$/);
    expect(entry('supervisor-main')).toMatch(/\/dist\/lab\/supervision\/supervisor-main\.js$/);
  });

  it('is announced unless it lives', async () => {
    const { context, notes } = contextOf();
    await sayStarting(context, 'worker', 'a worker');
    expect(notes).toEqual(['starting a worker']);
    await adoptProcess(context.folder, { name: 'worker', fingerprint: 'x' });
    await sayStarting(context, 'worker', 'a worker');
    expect(notes).toHaveLength(1);
  });
});
