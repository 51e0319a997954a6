import type { Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';

import { closedItems } from '../../../activities/work/closed-items';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';

beforeAll(quietRuntime);
afterAll(endRuntime);

/** Which of these items the engine says are over, by the state of their workflows. */
async function closed(states: Readonly<Record<string, string | Error>>) {
  const asked = { now: 0, most: 0 };
  const client = {
    withAbortSignal: (_signal: AbortSignal, body: () => Promise<unknown>) => body(),
    workflow: {
      getHandle: (id: string) => ({
        describe: async () => {
          asked.now += 1;
          asked.most = Math.max(asked.most, asked.now);
          await new Promise(setImmediate);
          asked.now -= 1;
          const state = states[id];
          if (state instanceof Error) throw state;
          return { status: { name: state } };
        },
      }),
    },
  } as unknown as Client;
  const environment = new MockActivityEnvironment(
    {},
    { client, logger: new DefaultLogger('ERROR') },
  );
  const ids = Object.keys(states);
  const found: Awaited<ReturnType<typeof closedItems>> = await environment.run(async () =>
    closedItems({ ids }),
  );
  return { found, most: asked.most };
}

describe('items whose workflows are over', () => {
  it('are those that neither run nor pause; a completed or cancelled item has no cause', async () => {
    const gone = Object.assign(new Error('gone'), { name: 'WorkflowNotFoundError' });
    const { found } = await closed({
      ...{ a: 'RUNNING', b: 'PAUSED', c: 'COMPLETED', d: 'CANCELLED', e: 'TERMINATED' },
      ...{ f: 'TIMED_OUT', g: 'FAILED', h: gone },
    });
    expect(found).toEqual([
      { id: 'c', cause: null },
      { id: 'd', cause: null },
      { id: 'e', cause: 'its workflow ended without a word (terminated)' },
      { id: 'f', cause: 'its workflow ended without a word (timed out)' },
      { id: 'g', cause: 'its workflow ended without a word (failed)' },
      { id: 'h', cause: 'the engine no longer knows its workflow' },
    ]);
  });

  it('are not told where the engine does not answer', async () => {
    await expect(closed({ a: 'COMPLETED', b: new Error('unavailable') })).rejects.toThrow(
      'unavailable',
    );
  });

  it('are asked about twenty at a time', async () => {
    const states = Object.fromEntries(
      Array.from({ length: 45 }, (_, at) => [`item-${String(at)}`, 'COMPLETED']),
    );
    const { found, most } = await closed(states);
    expect([found.length, most]).toEqual([45, 20]);
  });
});
