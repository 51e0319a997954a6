import { ModelConnectionError, ModelQuotaError } from '../../../../llm';
import { hourMs, minuteMs, playedBatches, windowBed } from './window-bed';
import type { WindowBed } from './window-bed';

let bed: WindowBed;
beforeEach(async () => {
  bed = await windowBed();
});
afterEach(() => bed.dispose());

describe('the age of a batch', () => {
  it('counts from its submission, not from its reservation', async () => {
    const paused = new ModelQuotaError({ endpoint: 'e', model: 'm', words: 'no credit' });
    const refusing = playedBatches({ submit: () => Promise.reject(paused) });
    await expect(bed.advance(refusing.batches)).rejects.toThrow('no credit');
    const { batches, asked } = playedBatches();
    await bed.advance(batches, 70 * hourMs);
    await bed.advance(batches, 5 * minuteMs);
    expect(asked).toEqual(['find', 'submit', 'look']);
    expect((await bed.stored())[0]).toMatchObject({ state: 'submitted' });
  });

  it('ends it after a long outage, and it is cancelled', async () => {
    const { batches, asked } = playedBatches();
    await bed.advance(batches);
    await bed.advance(batches, 40 * hourMs);
    expect(asked).toEqual(['submit', 'look', 'cancel']);
    const [batch] = await bed.stored();
    expect(batch).toMatchObject({ state: 'ended', trouble: 'it did not end in time' });
  });
});

describe('a look at an open batch', () => {
  it('does not read its requests', async () => {
    const { batches } = playedBatches();
    await bed.advance(batches);
    const before = bed.read.length;
    await bed.advance(batches, minuteMs);
    expect(bed.read).toHaveLength(before);
  });
});

describe('an endpoint that refuses one batch', () => {
  const none = { kind: 'refused', isUnsupported: true, words: 'not found' } as const;

  it('still has its answers of another one collected', async () => {
    const { batches } = playedBatches();
    await bed.advance(batches);
    const refusing = playedBatches({ submit: async () => none });
    const seen = { ...(await bed.stored())[0], run: bed.run, window: 1, wave: 0, stage: 'rate' };
    const { token = '', model = '', content = '', requests = 0 } = seen;
    const key = { run: bed.run, window: 1, wave: 0, stage: 'rate' } as const;
    await bed.store.batches.reserve(key, { token: `${token}1`, model, content, requests });
    await bed.advance(refusing.batches, 0, 1);
    await bed.advance(refusing.batches, minuteMs);
    expect(refusing.asked).toEqual(['find', 'submit', 'look']);
    const states = (await bed.stored()).map(({ state }) => state);
    expect(states).toEqual(['submitted', 'ended']);
  });

  it('has none at all if it never took one, and a submitted batch goes on to its end', async () => {
    const { batches } = playedBatches({ submit: async () => none });
    expect(await bed.advance(batches)).toBeNull();
    expect(await bed.stored()).toMatchObject([{ state: 'unsupported', trouble: 'not found' }]);
    const key = { run: bed.run, window: 1, wave: 0, stage: 'rate' } as const;
    const [first] = await bed.stored();
    if (first === undefined) throw new RangeError('there is no batch');
    await bed.store.batches.reserve(key, { ...first, token: 'other' });
    await bed.store.batches.change({ ...key, state: 'reserved' }, { state: 'submitted', id: 'b' });
    const open = playedBatches();
    expect(await bed.advance(open.batches, 0, 1)).toBe(1_000);
    expect(open.asked).toEqual(['look']);
  });
});

describe('trouble with a batch', () => {
  const broken = () =>
    Promise.reject(new ModelConnectionError({ endpoint: 'e', model: 'm', words: 'no connection' }));

  it('lets rows wait, and after a day its requests go singly', async () => {
    const { batches, asked } = playedBatches({ submit: broken, find: broken });
    expect(await bed.advance(batches)).toBe(1_000);
    expect(await bed.stored()).toMatchObject([{ state: 'reserved', trouble: 'no connection' }]);
    expect(await bed.advance(batches, 20 * hourMs)).toBe(5 * minuteMs);
    await bed.advance(batches, 7 * hourMs);
    expect(await bed.stored()).toMatchObject([{ state: 'ended', trouble: 'no connection' }]);
    expect(asked).toEqual(['submit', 'find', 'find']);
  });

  it('cancels a batch that cannot be looked at for a day', async () => {
    const { batches, asked } = playedBatches({ look: broken, cancel: broken });
    await bed.advance(batches);
    await bed.advance(batches, 20 * hourMs);
    await bed.advance(batches, 7 * hourMs);
    expect(asked).toEqual(['submit', 'look', 'look', 'cancel']);
    expect(await bed.stored()).toMatchObject([{ state: 'ended', trouble: 'no connection' }]);
  });

  it('is forgotten when the batch is reached again', async () => {
    await bed.advance(playedBatches().batches);
    await bed.advance(playedBatches({ look: broken }).batches, minuteMs);
    await bed.advance(playedBatches().batches, minuteMs);
    expect(await bed.stored()).toMatchObject([{ state: 'submitted', trouble: null }]);
  });
});

describe('an owner whose window was taken by another', () => {
  const taken = async (): Promise<void> => {
    bed.clock.nowMs += hourMs;
    await bed.store.batches.take({ run: bed.run, window: 0 }, 'other', hourMs);
  };

  it('makes no batch', async () => {
    const { batches, asked } = playedBatches({
      submit: async (_, { mayMake }) => {
        await taken();
        return (await mayMake?.()) === true ? { kind: 'submitted', id: 'b' } : { kind: 'stopped' };
      },
    });
    await bed.advance(batches);
    expect(asked).toEqual(['submit']);
    expect(await bed.stored()).toMatchObject([{ state: 'reserved', id: null }]);
  });

  it('cancels its batch if the other one is stored', async () => {
    const cancelled: string[] = [];
    const { batches } = playedBatches({
      submit: async () => {
        await taken();
        const [batch] = await bed.stored();
        if (batch !== undefined) {
          await bed.store.batches.change(batch, { state: 'submitted', id: 'b-2' });
        }
        return { kind: 'submitted', id: 'b-1' };
      },
      cancel: async (id) => void cancelled.push(id),
    });
    await bed.advance(batches);
    expect(await bed.stored()).toMatchObject([{ state: 'submitted', id: 'b-2' }]);
    expect(cancelled).toEqual(['b-1']);
  });
});

describe('a postponed batch', () => {
  it('waits although another batch of its wave has ended', async () => {
    const over = { kind: 'ended', status: 'failed', input: null, files: [], tookMs: 0 } as const;
    const { batches, asked } = playedBatches({
      look: async (id) => ({ ...over, isOverLimit: id === 'b-1', words: null }),
    });
    await bed.advance(batches);
    const [first] = await bed.stored();
    if (first === undefined) throw new RangeError('there is no batch');
    const key = { run: bed.run, window: 0, wave: 0, stage: 'embed' } as const;
    const content = await bed.store.blobs.put(JSON.stringify({ form: {}, calls: [] }));
    await bed.store.batches.reserve(key, { ...first, content, token: 'other' });
    await bed.store.batches.change({ ...key, state: 'reserved' }, { state: 'submitted', id: 'b' });
    // The run was down for two days.
    expect(await bed.advance(batches, 48 * hourMs)).toBe(1_000);
    expect(asked.filter((name) => name === 'submit')).toHaveLength(1);
    await bed.advance(batches, minuteMs);
    expect(asked.filter((name) => name === 'submit')).toHaveLength(2);
  });
});

describe('a paid answer of a batch that cannot be used', () => {
  it('counts as such, once', async () => {
    const over = { kind: 'ended', status: 'completed', input: 'in', files: ['f'] } as const;
    const usage = { promptTokens: 10, completionTokens: 2 };
    const line = { words: 'ended as "error"', usage, costUsd: 0.5 };
    const { batches, asked } = playedBatches({
      look: async () => ({ ...over, tookMs: 0, isOverLimit: false, words: null }),
      answers: async (_, [first]) => ({
        usable: new Map(),
        unusable: new Map([[first?.identity ?? '', line]]),
      }),
    });
    await bed.advance(batches);
    expect(await bed.advance(batches, minuteMs)).toBeNull();
    expect(asked).toEqual(['submit', 'look', 'answers', 'drop']);
    expect(await bed.store.endpoints.unusableTotals(bed.run)).toMatchObject({
      ...{ count: 1, promptTokens: 10, costUsd: 0.5 },
    });
  });
});
