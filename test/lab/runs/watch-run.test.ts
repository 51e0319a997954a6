import { watchRun } from '../../../lab/runs/watch-run';
import type { ProgressFacts, WatchOptions } from '../../../lab/runs/watch-run';
import type { Services } from '../../../lab/services/ensure-services';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const code = { version: '0.1.0', sha256: 'a'.repeat(64) };

/** Watches a run of a store in which an engine answers `work`, or nothing. */
async function watching(
  work: 'running' | 'closed' | 'absent' | null,
  {
    supervised = false,
    ...changes
  }: Partial<WatchOptions> & { readonly supervised?: boolean } = {},
) {
  const store = createMemoryStore();
  await store.runs.createRun('r', scriptedRunConfig());
  const revive = jest.fn(() => Promise.resolve());
  const answer = work === null ? null : { view: null, phases: null, work };
  const ask = () => Promise.resolve(answer);
  const bundle = () => Promise.resolve(code);
  await store.runs.setRunBundle('r', code);
  const services = { revive, bundle, ask: ask as Services['ask'], supervised };
  return { store, revive, watch: () => watchRun({ store, services, run: 'r', ...changes }) };
}

const facts = (): { readonly seen: ProgressFacts[]; onProgress: (one: ProgressFacts) => void } => {
  const seen: ProgressFacts[] = [];
  return { seen, onProgress: (one) => void seen.push(one) };
};

describe('watching a run', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('tells how far it is, the last time when it has ended', async () => {
    const { seen, onProgress } = facts();
    const { store, watch } = await watching('closed', { onProgress });
    await store.runs.setRunStatus('r', 'completed', null);
    await expect(watch()).resolves.toEqual({ kind: 'ended' });
    expect(seen).toMatchObject([
      { run: 'r', paused: null, endedBefore: 0, inFlight: null, scored: true, asks: true },
    ]);
  });

  it('ends with the reason of a pause that only a person can mend, though the engine is silent', async () => {
    const { store, watch } = await watching(null);
    await store.runs.setRunStatus('r', 'paused', 'out of quota');
    await expect(watch()).resolves.toEqual({ kind: 'paused', reason: 'out of quota' });
  });

  it('goes on while it is paused by hand, until whoever watches leaves', async () => {
    const leaving = new AbortController();
    const onProgress = () => {
      leaving.abort();
    };
    const { store, revive, watch } = await watching('running', {
      onProgress,
      signal: leaving.signal,
    });
    await store.runs.setRunStatus('r', 'paused', 'paused by hand');
    await expect(watch()).resolves.toEqual({ kind: 'left' });
    expect(revive).not.toHaveBeenCalled();
  });

  it('starts again what has died, after each look, and says that a run is lost that nobody works on', async () => {
    const { seen, onProgress } = facts();
    const { revive, watch } = await watching('absent', { onProgress });
    await expect(watch()).rejects.toMatchObject({ code: 'RUN_LOST', exitCode: 3 });
    expect([seen.length, revive.mock.calls.length]).toEqual([6, 5]);
  });

  it('counts only looks in a row: a run that an engine works on once is not lost', async () => {
    const leaving = new AbortController();
    const answers = [
      ...Array<string>(5).fill('absent'),
      'running',
      ...Array<string>(5).fill('closed'),
    ];
    const ask = (() =>
      Promise.resolve({ view: null, work: answers.shift() ?? 'running' })) as Services['ask'];
    const { store, revive } = await watching('running');
    const services = { revive, bundle: () => Promise.resolve(code), ask, supervised: false };
    const onProgress = () => {
      if (answers.length === 0) leaving.abort();
    };
    jest.useFakeTimers();
    let isOver = false;
    const watched = watchRun({ store, services, run: 'r', onProgress, signal: leaving.signal });
    const over = (): void => {
      isOver = true;
    };
    watched.then(over, over);
    while (!isOver) await jest.advanceTimersByTimeAsync(500);
    await expect(watched).resolves.toEqual({ kind: 'left' });
  });

  it('takes no run for lost while the engine does not answer', async () => {
    const leaving = new AbortController();
    let looks = 0;
    const onProgress = () => {
      looks += 1;
      if (looks === 100) leaving.abort();
    };
    const { watch } = await watching(null, { onProgress, signal: leaving.signal });
    jest.useFakeTimers();
    const watched = watch().then(
      (end) => end.kind,
      (error: unknown) => error,
    );
    for (let look = 0; look < 100; look += 1) await jest.advanceTimersByTimeAsync(500);
    expect([looks, await watched]).toEqual([100, 'left']);
  });

  it('leaves a run that nobody works on to a supervisor for a while', async () => {
    const leaving = new AbortController();
    let looks = 0;
    const onProgress = () => {
      looks += 1;
      if (looks === 8) leaving.abort();
    };
    const { watch } = await watching('absent', {
      ...{ supervised: true, onProgress, signal: leaving.signal },
    });
    await expect(watch()).resolves.toEqual({ kind: 'left' });
  });

  it('says of a living run that its workflows wait for the code that started them', async () => {
    const { store, watch } = await watching('running');
    await store.runs.setRunBundle('r', { version: '0.0.9', sha256: 'b'.repeat(64) });
    await expect(watch()).rejects.toMatchObject({ code: 'RUN_OF_OTHER_CODE', exitCode: 3 });
  });
});
