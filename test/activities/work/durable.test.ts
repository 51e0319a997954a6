import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import type { Info } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';

import type { HeartbeatDetails } from '../../../activities/work/heartbeat-details';
import { durable } from '../../../activities/work/durable';
import { EspalierError } from '../../../core/errors/errors';
import { calendarLimitMs } from '../../../core/work/retry-window';
import type { Store } from '../../../core/ports/records';
import { createMemoryStore } from '../../fakes/memory-store';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

beforeAll(quietRuntime);
afterAll(endRuntime);

const attempt = { run: 'r', problem: 'P/0', sample: 0 };

async function begunStore(): Promise<Store> {
  const store = createMemoryStore();
  await store.runs.createRun('r', scriptedRunConfig());
  await store.runs.beginAttempt(attempt, 0);
  return store;
}

const waiting = async (store: Store) => (await store.runs.attempt(attempt))?.waiting;

function trouble(fate: 'retryable' | 'terminal' | 'pauses-run'): EspalierError {
  return new EspalierError('the endpoint is busy', { code: 'BUSY', remedy: 'Wait', fate });
}

function environmentOf(info: Partial<Info> = {}): MockActivityEnvironment {
  const logger = new DefaultLogger('ERROR');
  return new MockActivityEnvironment(
    { heartbeatTimeoutMs: 90, scheduleToCloseTimeoutMs: 0, ...info },
    { logger },
  );
}

/** Runs a body as the given try of an activity. */
function tryOf<T>(store: Store, nth: number, body: Parameters<typeof durable<T>>[2]): Promise<T> {
  const environment = environmentOf({ attempt: nth });
  return environment.run(() => durable(store, attempt, body));
}

/** What the engine tells an activity that may be tried for 10 s. */
const patient: Partial<Info> = {
  scheduleToCloseTimeoutMs: calendarLimitMs(10_000),
  retryPolicy: { initialInterval: 100, maximumInterval: 1_000, backoffCoefficient: 2 },
};
const triedFor = (triedMs: number): Partial<Info> => ({
  heartbeatDetails: { progress: null, triedMs },
});

describe('the body of an activity', () => {
  it('gives its result', async () => {
    const store = await begunStore();
    expect(await tryOf(store, 1, async () => 'done')).toBe('done');
    expect(await waiting(store)).toBeNull();
  });

  describe('as time passes', () => {
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    });
    afterEach(() => jest.useRealTimers());

    /** Called by a body, whose timers need the context of its activity. */
    const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

    it('beats three times in each heartbeat timeout while it works, and no more afterwards', async () => {
      const store = await begunStore();
      const environment = environmentOf();
      let beats = 0;
      environment.on('heartbeat', () => (beats += 1));
      await environment.run(() => durable(store, attempt, () => pass(185)));
      expect(beats).toBe(6);
      await pass(1_000);
      expect(beats).toBe(6);
    });

    it('costs the engine no beat in its first moments, and then tells what it has come to', async () => {
      const store = await begunStore();
      const environment = environmentOf({ heartbeatTimeoutMs: 30_000 });
      const told: HeartbeatDetails[] = [];
      environment.on('heartbeat', (details: HeartbeatDetails) => told.push(details));
      const toldAfter = (ms: number): Promise<number> =>
        environment.run(() =>
          durable(store, attempt, async ({ beat }) => {
            beat({ answered: 1 });
            await pass(ms);
            return told.length;
          }),
        );
      expect(await toldAfter(1_900)).toBe(0);
      expect(await toldAfter(2_100)).toBe(1);
      expect(told).toMatchObject([{ progress: { answered: 1 }, underWay: true }]);
    });

    it('keeps showing the progress it last told, from an earlier try on', async () => {
      const store = await begunStore();
      const heartbeatDetails = { progress: { answered: 3 }, triedMs: 5 };
      const environment = environmentOf({ attempt: 2, heartbeatDetails });
      const shown: HeartbeatDetails[] = [];
      environment.on('heartbeat', (details: HeartbeatDetails) => shown.push(details));
      await environment.run(() =>
        durable(store, attempt, async ({ beat }) => {
          await pass(50);
          beat({ answered: 4 });
          await pass(50);
          beat();
        }),
      );
      expect(shown.map(({ progress }) => progress)).toEqual(
        [3, 4, 4, 4, 4].map((answered) => ({ answered })),
      );
    });
  });

  it('tells its next try how long it was tried, with the wait that comes between', async () => {
    const store = await begunStore();
    const environment = environmentOf({ ...patient, attempt: 2, ...triedFor(1_000) });
    const told: HeartbeatDetails[] = [];
    environment.on('heartbeat', (details: HeartbeatDetails) => told.push(details));
    const failed = environment.run(() =>
      durable(store, attempt, () => Promise.reject(trouble('retryable'))),
    );
    await expect(failed).rejects.toMatchObject({ type: 'espalier.retryable' });
    const { triedMs = 0 } = told.at(-1) ?? {};
    // The second wait is twice the first.
    expect(triedMs).toBeGreaterThanOrEqual(1_200);
    expect(triedMs).toBeLessThan(1_900);
  });

  it('has failed for good when its next try would come after the time for it', async () => {
    const store = await begunStore();
    const environment = environmentOf({ ...patient, attempt: 2, ...triedFor(9_900) });
    const failed = environment.run(() =>
      durable(store, attempt, () => Promise.reject(trouble('retryable'))),
    );
    await expect(failed).rejects.toMatchObject({
      type: 'espalier.terminal',
      message: expect.stringMatching(
        /^the endpoint is busy\. Wait\. It was tried for 10 s; /,
      ) as string,
    });
  });

  it('is not tried for ever when each of its tries is cut off', async () => {
    const store = await begunStore();
    const environment = environmentOf({ ...patient, attempt: 5, ...triedFor(10_001) });
    const failed = environment.run(() => durable(store, attempt, () => Promise.resolve()));
    await expect(failed).rejects.toMatchObject({ type: 'espalier.terminal' });
  });

  it('is tried once more after one that was cut off, which may have been a healthy one, however long', async () => {
    const store = await begunStore();
    const after = (details: Partial<HeartbeatDetails>) => {
      const heartbeatDetails = { progress: null, triedMs: 10_001, underWay: true, ...details };
      const environment = environmentOf({ ...patient, attempt: 2, heartbeatDetails });
      return environment.run(() => durable(store, attempt, () => Promise.resolve('done')));
    };
    expect(await after({})).toBe('done');
    await expect(after({ cutOff: 1 })).rejects.toMatchObject({ type: 'espalier.terminal' });
  });

  it('is known by the same name at each try, and by another than any other activity', async () => {
    const store = await begunStore();
    const scopeAt = (info: Parameters<typeof environmentOf>[0]) =>
      environmentOf(info).run(() => durable(store, attempt, async ({ scope }) => scope));
    const workflowExecution = { workflowId: 'w', runId: 'r1' };
    const first = await scopeAt({ attempt: 1, activityId: '5', workflowExecution });
    expect(await scopeAt({ attempt: 2, activityId: '5', workflowExecution })).toBe(first);
    const others = [
      await scopeAt({ activityId: '6', workflowExecution }),
      await scopeAt({ activityId: '5', workflowExecution: { workflowId: 'w', runId: 'r2' } }),
    ];
    expect(new Set([first, ...others]).size).toBe(3);
  });

  it.each([trouble('retryable'), new Error('the disk is slow')])(
    'shows that its problem waits, and why, while it is tried again (%s)',
    async (error) => {
      const store = await begunStore();
      await expect(tryOf(store, 1, () => Promise.reject(error))).rejects.toBeInstanceOf(
        ApplicationFailure,
      );
      const remedy = error instanceof EspalierError ? `. ${error.remedy}` : '';
      expect(await waiting(store)).toBe(`${error.message}${remedy}`);
      await tryOf(store, 2, async () => null);
      expect(await waiting(store)).toBeNull();
    },
  );

  it('does not go on waiting when what waited was given up and something else succeeds', async () => {
    const store = await begunStore();
    await expect(tryOf(store, 1, () => Promise.reject(trouble('retryable')))).rejects.toThrow();
    expect(await waiting(store)).not.toBeNull();
    await tryOf(store, 1, async () => null);
    expect(await waiting(store)).toBeNull();
  });

  it('does not go on waiting when it was a process before this one that said so', async () => {
    const store = await begunStore();
    const other = { ...attempt, sample: 1 };
    await store.runs.beginAttempt(other, 1);
    await store.runs.setWaiting(other, 'until tomorrow');
    await environmentOf().run(() => durable(store, other, async () => null));
    expect((await store.runs.attempt(other))?.waiting).toBeNull();
  });

  it.each(['terminal', 'pauses-run'] as const)('does not wait for what is %s', async (fate) => {
    const store = await begunStore();
    await expect(tryOf(store, 1, () => Promise.reject(trouble(fate)))).rejects.toMatchObject({
      type: `espalier.${fate}`,
    });
    expect(await waiting(store)).toBeNull();
  });

  it('keeps a long reason short', async () => {
    const store = await begunStore();
    const long = new Error('x'.repeat(10_000));
    await expect(tryOf(store, 1, () => Promise.reject(long))).rejects.toThrow();
    expect((await waiting(store))?.length).toBe(500);
  });

  it('fails with its own trouble when the store cannot even say that it waits', async () => {
    const store = await begunStore();
    const setWaiting = () => Promise.reject(new Error('disk full'));
    const broken = { ...store, runs: { ...store.runs, setWaiting } };
    await expect(
      tryOf(broken, 1, () => Promise.reject(trouble('retryable'))),
    ).rejects.toMatchObject({ message: 'the endpoint is busy. Wait' });
  });

  it('is told by its signal that a person cancelled', async () => {
    const store = await begunStore();
    const environment = environmentOf();
    const cancelled = environment.run(() =>
      durable(store, attempt, async ({ signal }) => {
        setTimeout(() => {
          environment.cancel();
        }, 20);
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
        throw new EspalierError('given up', { code: 'X', remedy: 'None', fate: 'cancelled' });
      }),
    );
    await expect(cancelled).rejects.toBeInstanceOf(CancelledFailure);
    expect(await waiting(store)).toBeNull();
  });

  it('shows that a chat waits, and why, where it is one of a chat', async () => {
    const memory = createMemoryStore();
    const said: unknown[] = [];
    const setChatWaiting = async (id: string, why: string | null) => void said.push([id, why]);
    const store = { ...memory, dialogues: { ...memory.dialogues, setChatWaiting } };
    const chat = { run: 'chat-1', problem: 'chat', sample: 0 };
    const failed = environmentOf().run(() =>
      durable(store, chat, () => Promise.reject(trouble('retryable'))),
    );
    await expect(failed).rejects.toThrow('the endpoint is busy');
    expect(said).toEqual([['chat-1', 'the endpoint is busy. Wait']]);
  });

  it('of a whole run has no problem that could wait', async () => {
    const store = await begunStore();
    const environment = environmentOf();
    const failed = environment.run(() =>
      durable(store, null, () => Promise.reject(trouble('retryable'))),
    );
    await expect(failed).rejects.toThrow('the endpoint is busy');
    expect(await waiting(store)).toBeNull();
  });
});
