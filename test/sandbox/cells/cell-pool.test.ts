import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { eventually } from '../../../laboratory/home/eventually';
import { CellPool, type CellPoolOptions, type CellWish } from '../../../sandbox/cells/cell-pool';
import {
  SandboxCancelledError,
  SandboxClosedError,
  SandboxInfraError,
  SandboxUnavailableError,
} from '../../../sandbox/errors';
import { loadGuestBundle } from '../../../sandbox/guest/bundle';
import { ScriptedBackend, passed, passes, silent, type CellScript } from '../scripted-backend';
import { limits, task } from '../tasks';

const bundle = loadGuestBundle();
const small = { memoryMb: 100 };
const large = { memoryMb: 900 };
const pools: CellPool[] = [];

function open(scripts: readonly CellScript[] = [{}], more: Partial<CellPoolOptions> = {}) {
  const backend = new ScriptedBackend(scripts);
  const approve = (): void => undefined;
  const pool = new CellPool({ backend, bundle, approve, slots: 1, ...more });
  pools.push(pool);
  const check = (tests: readonly string[] = ['t'], wish: Partial<CellWish> = {}): Promise<string> =>
    pool.use({ shape: small, alone: false, ...wish }, async (cell) => {
      const outcomes = await cell.check(task('p', tests));
      return outcomes.map(({ kind }) => kind).join();
    });
  return { backend, pool, check };
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('a pool of cells', () => {
  it('starts none before it is asked, and one serves many in turn', async () => {
    const { backend, check } = open();
    expect(backend.cells).toHaveLength(0);
    for (let turn = 0; turn < 5; turn += 1) expect(await check()).toBe('passed');
    expect([backend.cells.length, backend.asked.length, backend.cells[0]?.confined]).toEqual([
      1, 5, 1,
    ]);
  });

  it('has at most as many cells alive as slots, and shares the work among them', async () => {
    const { backend, check } = open([{ startMs: 5 }], { slots: 3 });
    await Promise.all(Array.from({ length: 20 }, () => check()));
    expect([backend.mostAlive, backend.asked.length]).toEqual([3, 20]);
  });

  it('lends each cell to one user at a time', async () => {
    const { pool } = open([{}], { slots: 2 });
    const [busy, overlaps] = [new Set<unknown>(), [] as unknown[]];
    const use = (): Promise<void> =>
      pool.use({ shape: small, alone: false }, async (cell) => {
        if (busy.has(cell)) overlaps.push(cell);
        busy.add(cell);
        await sleep(2);
        busy.delete(cell);
      });
    await Promise.all(Array.from({ length: 20 }, use));
    expect(overlaps).toEqual([]);
  });

  it('ends an idle cell of another shape when room is needed, never one that is in use', async () => {
    const { backend, pool, check } = open([{}], { slots: 2 });
    await check(['t'], { shape: small });
    const using = pool.use({ shape: large, alone: false }, () => sleep(30));
    await check(['t'], { shape: { memoryMb: 300 } });
    await using;
    expect(backend.shapes.map(({ memoryMb }) => memoryMb)).toEqual([100, 900, 300]);
    expect(backend.cells.map(({ ended }) => ended > 0)).toEqual([true, false, false]);
    expect(backend.mostAlive).toBe(2);
  });

  it('starts a cell for who wants a fresh one, and leaves idle ones where there is room', async () => {
    const { backend, pool, check } = open([{}], { slots: 2 });
    await check();
    expect(await check(['t'], { fresh: true })).toBe('passed');
    expect(backend.cells.map(({ asked, ended }) => [asked.length, ended])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(pool.cells).toHaveLength(2);
  });

  it('ends an idle cell for who wants a fresh one, where there is no room', async () => {
    const { backend, check } = open([{}], { slots: 2 });
    await Promise.all([check(), check()]);
    expect(await check(['t'], { fresh: true })).toBe('passed');
    expect(backend.cells.map(({ asked }) => asked.length)).toEqual([1, 1, 1]);
    expect(backend.cells.filter(({ ended }) => ended > 0)).toHaveLength(1);
    expect([backend.mostAlive, backend.alive]).toEqual([2, 2]);
  });

  it('gives each of many their own fresh cell, never more at a time than slots', async () => {
    const { backend, check } = open([{ startMs: 2 }], { slots: 2 });
    const all = Array.from({ length: 10 }, () => check(['t'], { fresh: true }));
    expect(await Promise.all(all)).toHaveLength(10);
    expect(backend.cells.map(({ asked }) => asked.length)).toEqual(Array(10).fill(1));
    expect(backend.mostAlive).toBe(2);
  });

  it('replaces a cell that has served enough programs, counted by tests', async () => {
    const { backend, check } = open([{}], { programsPerCell: 5 });
    for (const tests of [['a', 'b'], [], ['a', 'b', 'c'], ['a']]) await check(tests);
    expect(backend.cells.map(({ asked }) => asked.length)).toEqual([3, 1]);
    expect(backend.cells[0]?.ended).toBeGreaterThan(0);
  });

  it('lends a cell to no further program once it has run as many as it may, alone or together', async () => {
    const { backend, check } = open([{}], { programsPerCell: 3 });
    for (const tests of [['a'], ['a'], ['a'], ['a', 'b', 'c'], ['a']]) await check(tests);
    expect(backend.cells.map(({ asked }) => asked.length)).toEqual([3, 1, 1]);
    expect(backend.cells.map(({ ended }) => ended > 0)).toEqual([true, true, false]);
  });

  it('ends cells that nobody has used for some time', async () => {
    const { backend, pool, check } = open([{}], { idleMs: 40 });
    await check();
    await eventually('it is ended', () => backend.alive === 0 && pool.cells.length === 0);
    expect(await check()).toBe('passed');
  });

  it('forgets a cell that dies while it is idle: the next user meets a fresh one', async () => {
    const { backend, check } = open();
    await check();
    backend.cells[0]?.die();
    await eventually('it is forgotten', () => (backend.cells[0]?.ended ?? 0) > 0);
    expect(await check()).toBe('passed');
    expect(backend.cells).toHaveLength(2);
  });
});

describe('a cell in trouble', () => {
  it('that dies in the middle is an infrastructure error, and is replaced', async () => {
    const dies: CellScript = {
      lastWords: 'OSError: no',
      answer: ({ id }, mouth) => {
        mouth.say({ id, test: 0, outcome: passed });
        mouth.die();
      },
    };
    const { backend, check } = open([dies, {}]);
    const failure = check(['a', 'b']);
    await expect(failure).rejects.toThrow(SandboxInfraError);
    await expect(failure).rejects.toThrow('OSError: no');
    expect(backend.cells[0]?.ended).toBeGreaterThan(0);
    expect(await check(['a', 'b'])).toBe('passed,passed');
    expect(backend.mostAlive).toBe(1);
  });

  it('that says nothing for longer than a test may take is ended', async () => {
    const { backend, pool } = open([{ answer: silent }, {}], { silenceMs: 50 });
    const impatient = task('p', ['t'], { limits: { ...limits, wallMs: 30 } });
    const asking = pool.use({ shape: small, alone: false }, (cell) => cell.check(impatient));
    await expect(asking).rejects.toThrow('said nothing for 80 ms');
    expect(backend.alive).toBe(0);
  });

  it('that never says hello is ended, and is a reason to try later', async () => {
    const { backend, check } = open([{ hello: null }, {}], { helloMs: 40 });
    await expect(check()).rejects.toThrow(SandboxUnavailableError);
    expect(backend.alive).toBe(0);
    expect(await check()).toBe('passed');
  });

  it('that cannot be started gives the place back', async () => {
    const down = new SandboxUnavailableError('bubblewrap', 'no processes left');
    const { check } = open([{ refuses: down }, { diesAtStart: true, lastWords: 'bwrap: x' }, {}]);
    await expect(check()).rejects.toBe(down);
    await expect(check()).rejects.toThrow('bwrap: x');
    expect(await check()).toBe('passed');
  });

  it('that is not what it should be is told nothing and ended', async () => {
    const refuse = (): void => {
      throw new Error('runs as root');
    };
    const { backend, check } = open([{}], { approve: refuse });
    await expect(check()).rejects.toThrow('runs as root');
    expect([backend.asked.length, backend.alive, backend.cells[0]?.confined]).toEqual([0, 0, 0]);
  });

  it('does not harm another, nor those who wait', async () => {
    const once: CellScript = { answer: (_, mouth) => mouth.die() };
    const { check } = open([once, {}], { slots: 2 });
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => check()));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});

describe('a user who gives up', () => {
  it('while a program runs has its cell killed; others go on undisturbed', async () => {
    const { backend, check } = open([{ answer: silent }, {}], { slots: 2 });
    const control = new AbortController();
    const stuck = check(['t'], { signal: control.signal });
    const other = Promise.all(Array.from({ length: 5 }, () => check()));
    await sleep(10);
    control.abort();
    await expect(stuck).rejects.toThrow(SandboxCancelledError);
    expect(await other).toHaveLength(5);
    expect(backend.cells[0]?.ended).toBeGreaterThan(0);
    expect(backend.cells[1]?.ended).toBe(0);
  });

  it('while its cell starts does not wait for it', async () => {
    const { backend, check } = open([{ hello: null }, {}]);
    const control = new AbortController();
    const waiting = check(['t'], { signal: control.signal });
    await sleep(10);
    control.abort();
    await expect(waiting).rejects.toThrow(SandboxCancelledError);
    expect(backend.alive).toBe(0);
    expect(await check()).toBe('passed');
  });

  it('before anything was asked leaves the cell to others', async () => {
    const { backend, check } = open();
    await check();
    await expect(check(['t'], { signal: AbortSignal.abort() })).rejects.toThrow(
      SandboxCancelledError,
    );
    await check();
    expect(backend.cells).toHaveLength(1);
  });

  it('together with a hundred others ends them all, and no signal is taken for a leak', async () => {
    const { check } = open([{ answer: silent }], { slots: 2 });
    const control = new AbortController();
    const all = Array.from({ length: 100 }, () => check(['t'], { signal: control.signal }));
    const settled = Promise.allSettled(all);
    await sleep(20);
    expect(getEventListeners(control.signal, 'abort').length).toBeLessThanOrEqual(10);
    control.abort();
    for (const one of await settled) {
      expect(one).toMatchObject({ status: 'rejected', reason: { fate: 'cancelled' } });
    }
  });

  it('after its answer harms nobody', async () => {
    const { backend, check } = open();
    const control = new AbortController();
    await check(['t'], { signal: control.signal });
    control.abort();
    expect(await check()).toBe('passed');
    expect(backend.cells).toHaveLength(1);
  });
});

describe('a user who wants to be alone', () => {
  it('waits until nothing else runs, and others wait meanwhile', async () => {
    const { pool } = open([{}], { slots: 3 });
    const log: string[] = [];
    const use = (name: string, alone: boolean): Promise<void> =>
      pool.use({ shape: small, alone }, async () => {
        log.push(`${name} begins`);
        await sleep(10);
        log.push(`${name} ends`);
      });
    await Promise.all([use('a', false), use('b', true), use('c', false)]);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });
});

describe('a pool that is closed', () => {
  it('ends what runs, refuses who waits and who comes, and leaves no cell', async () => {
    const { backend, pool, check } = open([{ answer: silent }]);
    const all = [check(), check(), check(['t'], { alone: true })];
    const settled = Promise.allSettled(all);
    await sleep(10);
    await pool.close();
    for (const one of await settled) {
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'SANDBOX_CLOSED' } });
    }
    expect([backend.alive, pool.cells.length]).toEqual([0, 0]);
    await expect(check()).rejects.toThrow(SandboxClosedError);
  });

  it('ends cells that are just starting, and idle ones', async () => {
    const { backend, pool, check } = open([{}, { hello: null }], { slots: 2 });
    await check();
    const starting = Promise.allSettled([
      pool.use({ shape: small, alone: false }, () => sleep(50)),
      check(['t'], { shape: large }),
    ]);
    await sleep(10);
    await pool.close();
    expect((await starting)[1]).toMatchObject({ reason: { code: 'SANDBOX_CLOSED' } });
    expect(backend.alive).toBe(0);
  });

  it('may be closed twice', async () => {
    const { pool, check } = open([{ answer: passes }]);
    await check();
    await Promise.all([pool.close(), pool.close()]);
    expect(pool.cells).toEqual([]);
  });
});
