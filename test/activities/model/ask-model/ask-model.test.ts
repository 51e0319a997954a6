import { setTimeout as timer } from 'node:timers/promises';

import {
  ModelCancelledError,
  ModelConnectionError,
  ModelRateLimitError,
  ModelTimeoutError,
} from '../../../../llm/failures/errors';
import { deferred } from '../../../fakes/deferred';
import { RecordMissingError } from '../../../../store/errors';
import { createMemoryJournal } from '../../../fakes/memory-journal';
import { eventually } from '../../../../laboratory/home/eventually';
import { modelAnswer, sending } from '../../../../laboratory/fakes/model-requests';
import { identity, later, others, request, setUp, use } from './asking';

const failure = { endpoint: 'e', model: 'm', words: 'w' };

describe('a request asked through the journal', () => {
  it('is sent once, with its identity, and kept before it is told', async () => {
    const answer = modelAnswer();
    const seen: unknown[] = [];
    const { ask, journal } = setUp(async (sent, options) => {
      seen.push([sent, options.identity, options.context, journal.sends(identity)]);
      return answer;
    });
    expect(await ask()).toEqual({ answer, identity });
    expect(seen).toEqual([[request, identity, use.context, 1]]);
    expect(journal.log).toContain('answer');
  });

  it('is read back when it has been answered, whoever asked', async () => {
    let sends = 0;
    const { ask, journal } = setUp(async () => modelAnswer({ text: `answer ${String(++sends)}` }));
    await ask();
    expect((await ask()).answer.text).toBe('answer 1');
    expect(sends).toBe(1);
    expect(journal.uses.map(({ kind }) => kind)).toEqual(['sent', 'paid', 'read']);
  });

  it('asked twice at a time by one process is sent once', async () => {
    let sends = 0;
    const { ask } = setUp(async () => {
      sends += 1;
      await later(50);
      return modelAnswer({ text: `answer ${String(sends)}` });
    });
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(replies.map(({ answer }) => answer.text)).toEqual(['answer 1', 'answer 1', 'answer 1']);
    expect(sends).toBe(1);
  });

  it('waits for the answer of another owner, beating meanwhile', async () => {
    const { ask, journal, beats } = setUp(async () => {
      throw new Error('must not be sent');
    });
    await journal.claim({ ...others, leaseMs: 60_000 });
    const asked = ask();
    await later(260);
    const answer = modelAnswer({ text: 'theirs' });
    await journal.answer(identity, answer, sending(use));
    expect((await asked).answer).toEqual(answer);
    expect(beats.length).toBeGreaterThanOrEqual(2);
    expect(new Set(beats)).toEqual(new Set(['waiting']));
  });

  it("is sent when the other owner's lease ends without an answer", async () => {
    const { ask, journal } = setUp(async () => modelAnswer({ text: 'ours' }));
    const startedMs = Date.now();
    await journal.claim({ ...others, leaseMs: 150 });
    expect((await ask()).answer.text).toBe('ours');
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(145);
    expect(Date.now() - startedMs).toBeLessThan(1_000);
    expect(journal.sends(identity)).toBe(2);
  });

  it('keeps its lease, and beats, for as long as the model takes', async () => {
    const { ask, journal, beats } = setUp(
      async () => {
        const firstEndMs = journal.leaseEndsAtMs(identity);
        await later(400);
        expect(journal.leaseEndsAtMs(identity)).toBeGreaterThan(firstEndMs);
        expect((await journal.claim({ ...others, leaseMs: 1 })).kind).toBe('held');
        return modelAnswer();
      },
      // Time runs fifty times as fast for us as for the journal: no stall of this machine ends the lease.
      { leaseMs: 7_500, sleep: (ms, signal) => timer(ms / 50, undefined, { signal }) },
    );
    await ask();
    const renewals = journal.log.length;
    expect(renewals).toBeGreaterThanOrEqual(4);
    expect(beats).toEqual(['sending']);
    await later(120);
    expect(journal.log).toHaveLength(renewals);
  });

  it('tells the first answer when somebody has taken the row over and was faster', async () => {
    const { ask, journal } = setUp(
      async () => {
        await later(60);
        await journal.claim({ ...others, leaseMs: 60_000 });
        await journal.answer(identity, modelAnswer({ text: 'theirs' }), sending(use));
        return modelAnswer({ text: 'ours' });
      },
      { leaseMs: 50, sleep: (_, signal) => wait(signal) },
    );
    expect((await ask()).answer.text).toBe('theirs');
    expect(journal.duplicates(identity).map(({ text }) => text)).toEqual(['ours']);
  });
});

describe('an answer that somebody looks on', () => {
  const watched = () => {
    const seen: string[] = [];
    const live = {
      onText: (piece: string) => void seen.push(piece),
      onRestart: () => void seen.push('(restart)'),
    };
    return { seen, live };
  };

  it('is told while it is written, and not when it is read back', async () => {
    const { seen, live } = watched();
    const { ask } = setUp(
      async (_, { onText }) => {
        onText?.('one ');
        onText?.('two');
        return modelAnswer({ text: 'one two' });
      },
      { live },
    );
    await ask();
    await ask();
    expect(seen.join('')).toBe('one two');
  });

  it('is withdrawn when sending fails in the middle', async () => {
    const { seen, live } = watched();
    const { ask } = setUp(
      async (_, { onText }) => {
        onText?.('one ');
        throw new Error('broken');
      },
      { live },
    );
    await expect(ask()).rejects.toThrow('broken');
    expect(seen).toEqual(['one ', '(restart)']);
  });

  it('comes whole when nobody does', async () => {
    const { ask } = setUp(async (_, options) => modelAnswer({ text: String('onText' in options) }));
    expect((await ask()).answer.text).toBe('false');
  });
});

describe('a request that fails', () => {
  it('for certain is released, so that the next try goes out without a wait', async () => {
    let tries = 0;
    const { ask, journal, beats } = setUp(async (_, { onRequest }) => {
      tries += 1;
      onRequest?.('answered');
      if (tries === 1) throw new ModelRateLimitError({ ...failure, retryAfterMs: 5 });
      return modelAnswer();
    });
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_RATE_LIMIT', retryAfterMs: 5 });
    expect(journal.log).toEqual(['release']);
    await ask();
    expect(beats).toEqual(['sending', 'sending']);
    expect([journal.sends(identity), journal.knownSends(identity)]).toEqual([2, 2]);
  });

  it.each([
    new ModelTimeoutError({ ...failure, outcomeUnknown: true }),
    new ModelConnectionError({ ...failure, outcomeUnknown: true }),
    new ModelCancelledError({ ...failure, outcomeUnknown: true }),
    new TypeError('a defect'),
  ])('with unknown outcome stays sent, but nobody has to wait: $name', async (error) => {
    let tries = 0;
    const { ask, journal } = setUp(async (_, { onRequest }) => {
      tries += 1;
      onRequest?.(tries === 1 ? 'unknown' : 'answered');
      if (tries === 1) throw error;
      return modelAnswer();
    });
    await expect(ask()).rejects.toBe(error);
    expect(journal.log).toEqual(['release']);
    await ask();
    expect([journal.sends(identity), journal.knownSends(identity)]).toEqual([2, 1]);
  });

  it.each([
    { how: 'for certain', outcomeUnknown: false },
    { how: 'with unknown outcome', outcomeUnknown: true },
  ])('$how ends its lease after a renewal that is still under way', async (failed) => {
    const journal = createMemoryJournal();
    const renewing = deferred();
    const renewed = deferred();
    const renew: typeof journal.renew = async (...given) => {
      if (given[2] > 1) {
        renewing.resolve();
        await renewed.promise;
      }
      return journal.renew(...given);
    };
    const error = new ModelTimeoutError({ ...failure, outcomeUnknown: failed.outcomeUnknown });
    const { ask } = setUp(
      async () => {
        await renewing.promise;
        throw error;
      },
      { journal: { ...journal, renew }, sleep: () => later(1) },
    );
    const asked = expect(ask()).rejects.toBe(error);
    await renewing.promise;
    await later(20);
    renewed.resolve();
    await asked;
    expect(journal.log).toEqual(['renew 5000', 'release']);
    expect(journal.leaseEndsAtMs(identity)).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('tells why, even when the journal cannot be told', async () => {
    const error = new ModelRateLimitError(failure);
    const journal = createMemoryJournal();
    const broken = { ...journal, release: () => Promise.reject(new Error('disk full')) };
    const { ask } = setUp(() => Promise.reject(error), { journal: broken });
    await expect(ask()).rejects.toBe(error);
  });
});

describe('a journal in trouble', () => {
  it('is offered a paid answer again, until it takes it', async () => {
    const journal = createMemoryJournal();
    let offers = 0;
    const answer: typeof journal.answer = async (...given) => {
      offers += 1;
      if (offers < 3) throw new Error('database is locked');
      return journal.answer(...given);
    };
    const { ask } = setUp(async () => modelAnswer(), {
      journal: { ...journal, answer },
      sleep: (ms, signal) => (ms === 250 ? later(1) : wait(signal)),
    });
    expect((await ask()).answer).toEqual(modelAnswer());
    expect(offers).toBe(3);
  });

  it('fails the asking when its patience ends, is offered the answer on, and whoever asks again gets that', async () => {
    const { journal, mend } = journalInTrouble();
    let sends = 0;
    const { ask } = setUp(async () => modelAnswer({ text: `answer ${String(++sends)}` }), {
      journal,
      leaseMs: 500,
      sleep: hurried,
    });
    await expect(ask()).rejects.toThrow('disk full');
    await expect(ask()).rejects.toThrow('disk full');
    mend();
    expect((await ask()).answer.text).toBe('answer 1');
    expect(sends).toBe(1);
  });

  it('has the answer without anybody asking again, once it takes it', async () => {
    const { journal, mend } = journalInTrouble();
    const send = async () => modelAnswer({ text: 'ours' });
    const { ask, calls } = setUp(send, { journal, leaseMs: 500, sleep: hurried });
    await expect(ask()).rejects.toThrow('disk full');
    mend();
    expect(await calls.drain(5_000)).toBe(0);
    expect(await journal.claim({ ...others, leaseMs: 1 })).toMatchObject({ kind: 'answered' });
  });

  it('is told of a paid answer that it would not take, when another owner has answered meanwhile', async () => {
    const { journal, mend } = journalInTrouble();
    const send = async () => modelAnswer({ text: 'ours' });
    const { ask, calls } = setUp(send, { journal, leaseMs: 500, sleep: hurried });
    await expect(ask()).rejects.toThrow('disk full');
    mend();
    await journal.answer(identity, modelAnswer({ text: 'theirs' }), sending(use));
    await calls.drain(5_000);
    expect((await ask()).answer.text).toBe('theirs');
    expect(journal.duplicates(identity).map(({ text }) => text)).toEqual(['ours']);
  });

  it('that was put back to a time before the request is told of it anew, with the answer', async () => {
    const journal = createMemoryJournal();
    const putBack = createMemoryJournal();
    let current = journal;
    const changing: typeof journal.answer = (...given) =>
      given[0] === identity && current.sends(identity) === 0
        ? Promise.reject(new RecordMissingError('model call'))
        : current.answer(...given);
    const { ask } = setUp(
      async () => {
        current = putBack;
        return modelAnswer({ text: 'paid' });
      },
      {
        journal: {
          ...journal,
          claim: (input) => current.claim(input),
          answer: changing,
        },
        sleep: hurried,
      },
    );
    expect((await ask()).answer.text).toBe('paid');
    expect(await putBack.claim({ ...others, leaseMs: 1 })).toMatchObject({ kind: 'answered' });
  });

  it('does not end a call that is being paid for when a renewal fails', async () => {
    const journal = createMemoryJournal();
    let renewals = 0;
    const renew = () => {
      renewals += 1;
      return Promise.reject(new Error('database is locked'));
    };
    const { ask } = setUp(
      async () => {
        await later(80);
        return modelAnswer();
      },
      { journal: { ...journal, renew }, leaseMs: 60 },
    );
    expect((await ask()).answer).toEqual(modelAnswer());
    expect(renewals).toBeGreaterThan(0);
  });

  it('hears of the request once, even if it fails on the answer', async () => {
    const { journal, mend } = journalInTrouble();
    let claims = 0;
    const claim: typeof journal.claim = (input) => {
      claims += 1;
      return journal.claim(input);
    };
    const pauses = new Set<number>();
    const { ask, calls } = setUp(async () => modelAnswer(), {
      journal: { ...journal, claim },
      leaseMs: 600,
      sleep: (ms, signal) => {
        pauses.add(ms);
        return hurried(ms, signal);
      },
    });
    await expect(ask()).rejects.toThrow('disk full');
    mend();
    await calls.drain(5_000);
    expect(claims).toBe(1);
    // A third of the lease, the time until the next offer, and the time limit of the caller.
    expect(pauses).toEqual(new Set([200, 250, 600]));
  });

  it('that is about to be closed is not told again that a lease goes on', async () => {
    const sleeping = deferred();
    let slept = 0;
    const answering = deferred();
    const { ask, calls, journal } = setUp(
      async () => {
        await answering.promise;
        return modelAnswer();
      },
      { sleep: (_, signal) => (slept++ === 0 ? sleeping.promise : wait(signal)) },
    );
    const asked = ask();
    await eventually('the request is sent', () => calls.size === 1);
    calls.close();
    sleeping.resolve();
    await new Promise(setImmediate);
    answering.resolve();
    await asked;
    expect(journal.log).toEqual(['answer']);
  });

  it('that is about to be closed is offered an answer once', async () => {
    const { journal } = journalInTrouble();
    const { ask, calls } = setUp(async () => modelAnswer(), { journal, sleep: () => wait(never) });
    calls.close();
    await expect(ask()).rejects.toThrow('disk full');
    expect(calls.size).toBe(0);
  });

  it('is told nothing when it cannot even take the claim', async () => {
    const journal = createMemoryJournal();
    const error = new Error('disk full');
    const { ask } = setUp(() => Promise.reject(new Error('must not be sent')), {
      journal: { ...journal, claim: () => Promise.reject(error) },
    });
    await expect(ask()).rejects.toBe(error);
  });
});

const never = new AbortController().signal;

/** Time that runs fifty times as fast. */
const hurried = (ms: number, signal: AbortSignal) => timer(ms / 50, undefined, { signal });

/** A journal on a full disk, until that is mended. */
function journalInTrouble() {
  const journal = createMemoryJournal();
  let full = true;
  const answer: typeof journal.answer = (...given) =>
    full ? Promise.reject(new Error('disk full')) : journal.answer(...given);
  return {
    journal: { ...journal, answer },
    mend: () => {
      full = false;
    },
  };
}

/** A sleep that lasts until it is told to end. */
function wait(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}
