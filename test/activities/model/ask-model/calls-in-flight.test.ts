import { modelAnswer } from '../../../../laboratory/fakes/model-requests';
import { deferred } from '../../../fakes/deferred';
import { identity, later, others, request, setUp } from './asking';

/** A model that answers when it is let; aborting the call is seen. */
function slowModel(changes: Parameters<typeof setUp>[1] = {}) {
  const answering = deferred();
  let sends = 0;
  let aborted = false;
  const asking = setUp(async (_, { signal, onRequest }) => {
    sends += 1;
    await Promise.race([
      answering.promise,
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          aborted = true;
          onRequest?.('unknown');
          reject(new Error('torn down'));
        });
      }),
    ]);
    onRequest?.('answered');
    return modelAnswer({ text: `answer ${String(sends)}` });
  }, changes);
  return {
    ...asking,
    answer: answering.resolve,
    sends: () => sends,
    aborted: () => aborted,
  };
}

describe('a model call whose activity has gone', () => {
  const left = { unwanted: () => Promise.resolve(false) };
  /** Somebody asks, and is gone for a reason that says nothing of the call. */
  async function leave(model: ReturnType<typeof slowModel>): Promise<void> {
    const controller = new AbortController();
    const asked = model.ask({ ...left, signal: controller.signal });
    await later(5);
    controller.abort();
    const { logicalEndpoint: endpoint, model: name } = request;
    const told = { code: 'MODEL_CANCELLED', endpoint, model: name };
    await expect(asked).rejects.toMatchObject(told);
  }

  it.each(['timed out', 'lost its engine', 'was told that its worker shuts down'])(
    'because it %s goes on, and a later try joins it',
    async () => {
      const model = slowModel();
      await leave(model);
      const second = model.ask();
      await later(5);
      model.answer();
      expect((await second).answer.text).toBe('answer 1');
      expect([model.sends(), model.aborted()]).toEqual([1, false]);
      expect(model.journal.knownSends(identity)).toBe(1);
    },
  );

  it('is not ended by a cancellation of somebody else, who asked the same', async () => {
    const model = slowModel();
    await leave(model);
    const cancelled = new AbortController();
    const other = model.ask({ scope: 'another run', signal: cancelled.signal });
    await later(5);
    cancelled.abort();
    await expect(other).rejects.toMatchObject({ code: 'MODEL_CANCELLED' });
    const again = model.ask();
    await later(5);
    model.answer();
    expect((await again).answer.text).toBe('answer 1');
    expect([model.sends(), model.aborted()]).toEqual([1, false]);
  });

  it('is ended by the cancellation of who left it and asks again', async () => {
    const model = slowModel();
    await leave(model);
    const cancelled = new AbortController();
    const again = model.ask({ signal: cancelled.signal });
    await later(5);
    cancelled.abort();
    await expect(again).rejects.toThrow();
    expect(model.aborted()).toBe(true);
  });

  it('is journaled though nobody asks again', async () => {
    const model = slowModel();
    await leave(model);
    model.answer();
    expect(await model.calls.drain(5_000)).toBe(0);
    expect(await model.journal.claim({ ...others, leaseMs: 1 })).toMatchObject({
      kind: 'answered',
    });
  });

  it('keeps its row while it lasts, against workers elsewhere', async () => {
    const model = slowModel({ leaseMs: 60 });
    await leave(model);
    await later(200);
    expect((await model.journal.claim({ ...others, leaseMs: 1 })).kind).toBe('held');
    model.answer();
    await model.calls.drain(5_000);
  });

  it('is known to be in flight for as long as it is waited for', async () => {
    const model = slowModel();
    const first = model.ask();
    await later(5);
    expect(await model.calls.drain(10)).toBe(1);
    model.answer();
    await first;
    expect(await model.calls.drain(10)).toBe(0);
  });
});

describe('a person who cancels', () => {
  it('ends the call', async () => {
    const model = slowModel();
    const controller = new AbortController();
    const asked = model.ask({ signal: controller.signal });
    await later(5);
    controller.abort();
    await expect(asked).rejects.toThrow('torn down');
    expect(model.aborted()).toBe(true);
    expect([model.journal.sends(identity), model.journal.knownSends(identity)]).toEqual([1, 0]);
  });

  it('does not end it for others who wait for the same answer', async () => {
    const model = slowModel();
    const controller = new AbortController();
    const mine = model.ask({ signal: controller.signal });
    const theirs = model.ask();
    await later(300);
    controller.abort();
    await expect(mine).rejects.toMatchObject({ fate: 'cancelled' });
    expect(model.aborted()).toBe(false);
    model.answer();
    expect((await theirs).answer.text).toBe('answer 1');
  });
});

describe('who joins a call that is looked on', () => {
  it('is told what has been written before, then what is written', async () => {
    const written = deferred();
    const seen: string[] = [];
    const live = (name: string) => ({
      onText: (piece: string) => void seen.push(`${name}: ${piece}`),
      onRestart: () => undefined,
    });
    const { ask } = setUp(async (_, { onText }) => {
      onText?.('one ');
      await written.promise;
      onText?.('two');
      return modelAnswer();
    });
    const controller = new AbortController();
    const first = ask({
      live: live('first'),
      signal: controller.signal,
      unwanted: () => Promise.resolve(false),
    });
    await later(5);
    controller.abort();
    await expect(first).rejects.toThrow();
    const second = ask({ live: live('second') });
    await later(5);
    written.resolve();
    await second;
    expect(seen).toEqual(['first: one ', 'second: one ', 'second: two']);
  });
});
