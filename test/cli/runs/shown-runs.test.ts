import type { CommandContext } from '../../../cli/command-context';
import { attemptDocument } from '../../../cli/runs/attempt-document';
import { noteWaiting } from '../../../cli/runs/note-waiting';
import { printRun, runFace } from '../../../cli/runs/run-face';
import { openSearch } from '../../../cli/runs/show-problem';
import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import type { StateFolder } from '../../../config/state-folder';
import type { SearchState } from '../../../core/search/method';
import type { LiveSearch } from '../../../lab/runs/live-search';
import { workerName } from '../../../lab/services/worker-ready';
import { searchNode } from '../../../laboratory/fakes/record-samples';
import { adoptProcess } from '../../../processes';
import { readRecord, writeRecord } from '../../../processes/process-record';
import { loadAttempts } from '../../../report/load-attempts';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { environmentConfig } from '../../report/environments/small-environment';
import { configOf, SmallRun } from '../../report/small-run';

afterEach(() => cleanUp([]));

/** A context whose command writes into a list. */
function place(more: Readonly<Record<string, string>> = {}, json = false) {
  const settings = readSettings({ ESPALIER_HOME: scratchState().root, ...more });
  const said: unknown[] = [];
  const say = (one: unknown): void => void said.push(one);
  const output = { json, print: say, note: say, result: say };
  const context = { settings, folder: stateFolder(settings), note: say, output };
  return { said, context: context as unknown as CommandContext };
}

async function deadWorker(folder: StateFolder): Promise<void> {
  await adoptProcess(folder, { name: workerName, fingerprint: 'a' });
  const record = await readRecord(folder, workerName);
  if (record?.identity == null) throw new Error('nothing was recorded');
  await writeRecord(folder, { ...record, identity: { ...record.identity, startTime: 'before' } });
}

describe('what is said of unfinished runs', () => {
  const run = { reason: null, bundle: null };

  it('is which of them nothing works on, since the worker has died', async () => {
    const { said, context } = place({ TEMPORAL_ADDRESS: '127.0.0.1:1' });
    await deadWorker(context.folder);
    await noteWaiting(context, [
      { id: 'a', status: 'running', ...run },
      { id: 'b', status: 'running', ...run },
      { id: 'c', status: 'completed', ...run },
    ]);
    expect(said.at(-1)).toBe(
      'The worker has died and no supervisor runs, so nothing works on a, b: `espalier run resume a` goes on',
    );
  });

  it('is nothing of runs that have ended', async () => {
    const { said, context } = place();
    await noteWaiting(context, [{ id: 'c', status: 'completed', ...run }]);
    expect(said).toEqual([]);
  });
});

describe('what became of a run', () => {
  it('is printed as lines or as a document, and is a failure while a verdict is missing', async () => {
    const small = new SmallRun('one');
    const store = await small.play();
    const lines = place();
    expect(await printRun(lines.context, store, 'one')).toBe(0);
    expect(lines.said[0]).toMatch(/^run +one$/u);
    const document = place({}, true);
    expect(await printRun(document.context, store, 'one')).toBe(0);
    expect(document.said).toMatchObject([{ run: 'one', completed: 2 }]);
    const open = new SmallRun('open');
    await open.begin();
    expect(await printRun(place().context, open.store, 'open')).toBe(1);
  });

  it('is told by the face of its kind', () => {
    expect(runFace({ config: configOf() })).toMatchObject({ show: 'run show', detail: null });
    const face = runFace({ config: environmentConfig() });
    expect([face.show, face.detail]).toEqual(['env funnel', expect.any(Function)]);
  });

  it('of one attempt is a document with its calls and its live search', async () => {
    const small = new SmallRun('one');
    const [loaded] = await loadAttempts(await small.play(), { run: 'one', problem: 'HumanEval/0' });
    if (loaded === undefined) throw new Error('there is no attempt');
    expect(attemptDocument(loaded)).toMatchObject({ calls: { length: 3 }, search: null });
    const search = { state: {}, paused: 'by hand', ahead: [] } as unknown as LiveSearch;
    expect(attemptDocument(loaded, search)).toMatchObject({
      ...{ attempt: { problem: 'HumanEval/0' }, search: { paused: 'by hand' } },
    });
  });
});

describe('a search under way', () => {
  const state = {
    nodes: [searchNode(0)],
    ...{ frontier: ['n0', 'n1'], toReflect: ['n2'], strategies: [], inFlight: { node: 'n3' } },
  } as unknown as SearchState;

  it('counts what waits to be explored or reflected on', () => {
    expect(openSearch({ state, paused: 'by hand', ahead: ['n4'] })).toMatchObject({
      ...{ waiting: 3, inFlight: 'n3', paused: 'by hand', ahead: ['n4'], nodes: { length: 1 } },
    });
  });

  it('may have nothing in flight, and a method that lets no node wait', () => {
    const calm = { ...state, inFlight: null, toReflect: undefined } as unknown as SearchState;
    expect(openSearch({ state: calm, paused: null, ahead: [] })).toMatchObject({
      ...{ waiting: 2, inFlight: null, paused: null },
    });
  });
});
