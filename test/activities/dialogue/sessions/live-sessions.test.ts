import { LiveSessions } from '../../../../activities/dialogue/sessions/live-sessions';
import { stateAfter, stateOf } from '../../../../activities/dialogue/sessions/session-state';
import type { InterpreterSession } from '../../../../core/adapters/session';
import type { SessionBlock } from '../../../../core/refinement/session-blocks';
import { deferred } from '../../../fakes/deferred';

const closed: string[] = [];
const all: LiveSessions[] = [];
beforeEach(() => closed.splice(0));
afterEach(async () => {
  await Promise.all(all.splice(0).map((sessions) => sessions.close()));
});

function live(most: number, idleMs = 60_000): LiveSessions {
  const sessions = new LiveSessions({ most, idleMs });
  all.push(sessions);
  return sessions;
}

/** A session whose closing is noted under its name. */
function named(name: string, close: () => Promise<void> = async () => {}): InterpreterSession {
  return {
    close: async () => {
      closed.push(name);
      await close();
    },
  } as unknown as InterpreterSession;
}
const start = (name: string) => async () => named(name);

describe('a session that is kept for its dialogue', () => {
  it('is taken by the same dialogue in the same state, once', async () => {
    const sessions = live(2);
    const session = await sessions.add(start('one'));
    await sessions.keep('a', { session, state: 's' });
    expect(await sessions.take('b', 's')).toBeNull();
    expect(await sessions.take('a', 's')).toBe(session);
    expect(await sessions.take('a', 's')).toBeNull();
    expect([closed, sessions.count]).toEqual([[], 1]);
  });

  it('is closed when the dialogue is in another state', async () => {
    const sessions = live(2);
    await sessions.keep('a', { session: await sessions.add(start('one')), state: 's' });
    expect(await sessions.take('a', 'other')).toBeNull();
    expect([closed, sessions.count]).toEqual([['one'], 0]);
  });

  it('is closed after it was idle for the whole time limit without a break, and never while it works', async () => {
    jest.useFakeTimers();
    try {
      const sessions = live(2, 30);
      await sessions.keep('a', { session: await sessions.add(start('one')), state: 's' });
      jest.advanceTimersByTime(20);
      const session = (await sessions.take('a', 's')) ?? named('none');
      jest.advanceTimersByTime(100);
      await sessions.keep('a', { session, state: 's' });
      jest.advanceTimersByTime(29);
      expect(closed).toEqual([]);
      jest.advanceTimersByTime(1);
      expect(closed).toEqual(['one']);
      await sessions.keep('b', { session: await sessions.add(start('other')), state: 's' });
      jest.advanceTimersByTime(20);
      const other = (await sessions.take('b', 's')) ?? named('none');
      await sessions.keep('b', { session: other, state: 's' });
      jest.advanceTimersByTime(29);
      expect(closed).toEqual(['one']);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the place for another session', () => {
  it('is taken from the idle session that was kept first, never from a session at work', async () => {
    const sessions = live(3);
    const one = await sessions.add(start('one'));
    await sessions.add(start('at work'));
    await sessions.keep('b', { session: await sessions.add(start('other')), state: 's' });
    await sessions.keep('a', { session: one, state: 's' });
    await sessions.add(start('third'));
    expect([closed, sessions.count]).toEqual([['other'], 3]);
  });

  it('is waited for until one is kept or closed; one that is being opened has its place', async () => {
    const sessions = live(1);
    const opening = deferred();
    const first = sessions.add(async () => {
      await opening.promise;
      return named('one');
    });
    const second = sessions.add(start('other'));
    expect(sessions.count).toBe(1);
    opening.resolve();
    await sessions.discard(await first);
    await second;
    expect([closed, sessions.count]).toEqual([['one'], 1]);
  });

  it('is free again when a session could not be opened, or its closing failed', async () => {
    const sessions = live(1);
    await expect(sessions.add(() => Promise.reject(new Error('no cell')))).rejects.toThrow(
      'no cell',
    );
    expect(sessions.count).toBe(0);
    const stuck = named('one', () => Promise.reject(new Error('stuck')));
    await sessions.discard(await sessions.add(async () => stuck));
    expect([closed, sessions.count]).toEqual([['one'], 0]);
  });

  it('is not waited for after an abort', async () => {
    const sessions = live(1);
    await sessions.add(start('one'));
    const refused = { code: 'SANDBOX_CANCELLED' };
    await expect(sessions.add(start('other'), AbortSignal.abort())).rejects.toMatchObject(refused);
    const controller = new AbortController();
    const waiting = expect(sessions.add(start('other'), controller.signal)).rejects.toMatchObject(
      refused,
    );
    controller.abort();
    await waiting;
    expect(sessions.count).toBe(1);
  });
});

describe('the sessions of a worker that ends', () => {
  it('are all closed, idle or at work, and every waiting caller gets an error', async () => {
    const sessions = live(2);
    await sessions.add(start('at work'));
    await sessions.keep('a', { session: await sessions.add(start('idle')), state: 's' });
    await sessions.take('a', 's');
    const waiting = expect(sessions.add(start('third'))).rejects.toMatchObject({
      code: 'SANDBOX_CLOSED',
    });
    await sessions.close();
    await waiting;
    expect([closed, sessions.count]).toEqual([['at work', 'idle'], 0]);
  });

  it('are closed when they are given back later, and none is lent', async () => {
    const sessions = live(2);
    await sessions.close();
    await sessions.keep('a', { session: named('late'), state: 's' });
    expect(closed).toEqual(['late']);
    await expect(sessions.take('a', 's')).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
    await expect(sessions.add(start('one'))).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
  });
});

test('the state of a session is of everything that ran in it, in order, with its files', () => {
  const file = (name: string, sha256: string) => ({ name, sha256, mime: 'text/plain', bytes: 1 });
  const block = (id: string, program: string, files = [file('f', '1')]): SessionBlock =>
    ({ id, program, files }) as unknown as SessionBlock;
  const [one, two] = [block('r1', 'p'), block('r2', 'q')];
  const states = [
    ...[stateOf([]), stateOf([one]), stateOf([two]), stateOf([one, two]), stateOf([two, one])],
    stateOf([block('r1', 'other')]),
    stateOf([block('r1', 'p', [])]),
    stateOf([block('r1', 'p', [file('g', '1')])]),
    stateOf([block('r1', 'p', [file('f', '2')])]),
    stateOf([block('r2', 'p')]),
  ];
  expect(new Set(states).size).toBe(states.length);
  expect(stateAfter(stateOf([one]), two)).toBe(stateOf([one, two]));
});
