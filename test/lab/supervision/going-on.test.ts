import { builtBundle } from '../../../config/workflow-bundle';
import { mayGoOn } from '../../../core/supervision/may-go-on';
import { ownVersions } from '../../../lab/planning/own-versions';
import { GoingOn } from '../../../lab/supervision/going-on';
import { withStore } from '../../../lab/with-store';
import type { RunRecord, Store } from '../../../core/ports/records';
import { notBegun } from '../../../core/work/not-begun';
import { waitsForKey } from '../../../core/supervision/waits-for-key';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import {
  endServices,
  onEndpoint,
  passTime,
  servicesUnderTest,
} from '../services/services-under-test';
import type { ServicesUnderTest } from '../services/services-under-test';

afterEach(endServices);

/** Looks at a run that waits for the key of http://model.test/v1, as a supervisor with these settings would. */
function waiting(
  test: ServicesUnderTest,
  settings: Readonly<Record<string, string>>,
  everyMs = 60_000,
) {
  const goingOn = new GoingOn({ ...test.context(settings), unattended: true });
  return {
    look: () =>
      withStore(test.context(), async (store): Promise<RunRecord | null> => {
        const config = { ...scriptedRunConfig(), model: onEndpoint };
        await store.runs.createRun('a', { ...config, versions: ownVersions(config) });
        await store.runs.setRunStatus('a', 'paused', waitsForKey('there is none'));
        passTime(everyMs);
        await goingOn.look(store, await store.runs.runs());
        return store.runs.run('a');
      }),
  };
}

const endpoint = { OPENAI_BASE_URL: 'http://model.test/v1' };

describe('going on with runs', () => {
  const bundle = { version: '0.1.0', sha256: 'a'.repeat(64) };
  const begunBefore = { status: 'paused', reason: notBegun, bundle } as const;

  it.each<[string, Partial<RunRecord> & Pick<RunRecord, 'status' | 'reason'>, boolean]>([
    ['is under way', { status: 'running', reason: null }, true],
    ['waits for a key', { status: 'paused', reason: waitsForKey('there is none') }, true],
    ['was paused by hand', { status: 'paused', reason: 'paused by hand' }, false],
    ['waits for a person', { status: 'paused', reason: 'the key was refused (401)' }, false],
    ['somebody was about to begin again', begunBefore, true],
    ['has never been begun', { status: 'paused', reason: notBegun }, false],
    ['has ended', { status: 'completed', reason: null }, false],
    ['was cancelled', { status: 'cancelled', reason: null }, false],
  ])('may be with one that %s', (_, run, may) => {
    expect(mayGoOn({ bundle: null, ...run })).toBe(may);
  });

  it.each([
    ['no key', endpoint],
    ['a key for another endpoint', { OPENAI_BASE_URL: 'http://o.test/v1', OPENAI_API_KEY: 'k' }],
    ['a key file that is not there', { ...endpoint, OPENAI_API_KEY_FILE: '/nowhere/key' }],
  ])('leaves a run that waits for a key alone with %s, and starts nothing', async (_, settings) => {
    const test = await servicesUnderTest();
    expect(await waiting(test, settings).look()).toMatchObject({ status: 'paused' });
    expect(test.started()).toEqual([]);
    expect(test.notes).toEqual([]);
  });

  it.each<[string, (runs: Store['runs']) => Promise<void>, object]>([
    ['says that it waits', async () => undefined, { status: 'paused' }],
    [
      'does not, once it is cancelled',
      (runs) => runs.setRunStatus('a', 'cancelled', null),
      { status: 'cancelled' },
    ],
    [
      'does not, once somebody has begun it again',
      async (runs) => void (await runs.beginGeneration('a')),
      { status: 'running' },
    ],
  ])('of a run that the engine lost and whose key is missing %s', async (_, meanwhile, then) => {
    const test = await servicesUnderTest();
    const context = { ...test.context(endpoint), unattended: true };
    const goingOn = new GoingOn(context, async () => new Map());
    await withStore(test.context(), async (store) => {
      await store.runs.createRun('a', { ...scriptedRunConfig(), model: onEndpoint });
      await store.runs.setRunStatus('a', 'running', null);
      const read = await store.runs.runs();
      await goingOn.look(store, read);
      passTime(60_000);
      await meanwhile(store.runs);
      await goingOn.look(store, read);
      expect(await store.runs.run('a')).toMatchObject(then);
    });
  });

  describe('that the engine works on, or not,', () => {
    type Work = 'as stored' | 'closed' | 'unknown' | 'of other work';

    /** Looks at a run under way whose key is missing: one that does not go on is said to wait. */
    async function looking(bundle = builtBundle()) {
      const test = await servicesUnderTest();
      const context = { ...test.context(endpoint), unattended: true };
      let generation = '';
      let work: Work = 'as stored';
      const goingOn = new GoingOn(context, async (ids) => {
        const state = work === 'closed' ? 'closed' : 'running';
        const known = {
          state,
          generation: work === 'of other work' ? 'other' : generation,
        } as const;
        return new Map(ids.map((id) => [id, work === 'unknown' ? null : known]));
      });
      await withStore(test.context(), async (store) => {
        await store.runs.createRun('a', { ...scriptedRunConfig(), model: onEndpoint });
        await store.runs.setRunBundle('a', bundle);
        generation = await store.runs.beginGeneration('a');
      });
      return (now: Work | 'not looked at', afterMs: number) =>
        withStore(test.context(), async (store) => {
          passTime(afterMs);
          if (now !== 'not looked at') work = now;
          await goingOn.look(store, now === 'not looked at' ? [] : await store.runs.runs());
          return (await store.runs.run('a'))?.status;
        });
    }

    it.each<Work>(['closed', 'unknown', 'of other work'])(
      'stands still once it was %s for ten seconds',
      async (work) => {
        const look = await looking();
        expect([await look(work, 0), await look(work, 9_000)]).toEqual(['running', 'running']);
        expect(await look(work, 2_000)).toBe('paused');
      },
    );

    it('stands still where its workflows are of other code', async () => {
      const look = await looking({ version: '0.0.1', sha256: 'a'.repeat(64) });
      expect([await look('as stored', 0), await look('as stored', 11_000)]).toEqual([
        ...['running', 'paused'],
      ]);
    });

    it('goes on where it is worked on as the store knows it', async () => {
      const look = await looking();
      for (let looks = 0; looks < 3; looks += 1) {
        expect(await look('as stored', 60_000)).toBe('running');
      }
    });

    it.each(['as stored', 'not looked at'] as const)(
      'starts its ten seconds again after it was %s',
      async (between) => {
        const look = await looking();
        await look('closed', 0);
        await look(between, 6_000);
        expect([await look('closed', 6_000), await look('closed', 9_000)]).toEqual([
          ...['running', 'running'],
        ]);
        expect(await look('closed', 2_000)).toBe('paused');
      },
    );
  });

  it('tries again, ever less often, what cannot go on yet, and says each reason once', async () => {
    const test = await servicesUnderTest();
    const supervisor = waiting(test, { ...endpoint, OPENAI_API_KEY: 'sk-mine' });
    for (let looks = 0; looks < 3; looks += 1) await supervisor.look();
    expect(test.notes.filter((note) => !note.startsWith('checking'))).toEqual([
      'run a: the key that it waits for is here; it goes on from what is stored',
      expect.stringContaining('run a does not go on yet: '),
    ]);
  });

  it('waits longer after each failure', async () => {
    const test = await servicesUnderTest();
    const supervisor = waiting(test, { ...endpoint, OPENAI_API_KEY: 'sk-mine' }, 1_000);
    const triedAt: number[] = [];
    for (let look = 1; look <= 40; look += 1) {
      const before = test.notes.length;
      await supervisor.look();
      if (test.notes.slice(before).some((note) => note.startsWith('checking'))) triedAt.push(look);
    }
    // At most 1, 2, 3, 4, 6, 10, 18 and 34, where looks take no time.
    expect(triedAt.slice(0, 3)).toEqual([1, 2, 3]);
    expect(triedAt.length).toBeLessThanOrEqual(10);
    const gaps = triedAt.map((look, at) => look - (triedAt[at - 1] ?? 0));
    expect(gaps.at(-1)).toBeGreaterThan(4);
  });
});
