import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { identifyProcess, withLock } from '../../processes';
import { child, cleanUp, firstOutput, scratchState } from '../engine/scratch-state';

afterEach(() => cleanUp([]));

function claimOf(identity: { pid: number; startTime: string; bootId: string }): string {
  return [identity.pid, identity.startTime, identity.bootId, 'abc']
    .map(encodeURIComponent)
    .join('+');
}

async function otherProcess() {
  const other = child(['-e', 'console.log(1); setInterval(() => {}, 1000)']);
  await firstOutput(other);
  const identity = await identifyProcess(other.pid ?? 0);
  if (identity === null) throw new Error('the other process is gone');
  return { other, identity };
}

describe('withLock', () => {
  it('lets one in at a time', async () => {
    const { root } = scratchState();
    let inside = 0;
    let most = 0;
    const enter = () =>
      withLock({ folder: root, name: 'thing' }, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await sleep(5);
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 12 }, enter));
    expect(most).toBe(1);
    expect(readdirSync(join(root, 'thing.lock'))).toEqual([]);
  });

  it('gives the result through, and is free again after a failure', async () => {
    const { root } = scratchState();
    const lock = { folder: root, name: 'thing', waitMs: 500 };
    await expect(withLock(lock, () => Promise.reject(new Error('inside')))).rejects.toThrow(
      'inside',
    );
    expect(await withLock(lock, () => Promise.resolve(42))).toBe(42);
  });

  it('waits for a live holder, tells who it is, and gives up with a remedy', async () => {
    const { root } = scratchState();
    const { identity } = await otherProcess();
    mkdirSync(join(root, 'thing.lock'));
    writeFileSync(join(root, 'thing.lock', claimOf(identity)), '');
    const waiting: number[] = [];
    const onWaiting = (pid: number) => waiting.push(pid);
    const lock = { folder: root, name: 'thing', waitMs: 300, onWaiting };
    await expect(withLock(lock, () => Promise.resolve())).rejects.toMatchObject({
      code: 'LOCK_HELD',
      holderPid: identity.pid,
      exitCode: 3,
    });
    expect(new Set(waiting)).toEqual(new Set([identity.pid]));
  });

  it('passes to the next when its holder is killed', async () => {
    const { root } = scratchState();
    const { other, identity } = await otherProcess();
    mkdirSync(join(root, 'thing.lock'));
    writeFileSync(join(root, 'thing.lock', claimOf(identity)), '');
    setTimeout(() => other.kill('SIGKILL'), 200);
    const since = Date.now();
    await withLock({ folder: root, name: 'thing', waitMs: 10_000 }, () => Promise.resolve());
    expect(Date.now() - since).toBeGreaterThanOrEqual(150);
    expect(readdirSync(join(root, 'thing.lock'))).toEqual([]);
  });

  it('leaves files of others alone, which hold nothing', async () => {
    const { root } = scratchState();
    mkdirSync(join(root, 'thing.lock'));
    const files = ['1', '1+2', '1+2+3', 'notes'];
    for (const file of files) writeFileSync(join(root, 'thing.lock', file), '');
    const lock = { folder: root, name: 'thing', waitMs: 200 };
    expect(await withLock(lock, () => Promise.resolve('in'))).toBe('in');
    expect(readdirSync(join(root, 'thing.lock')).sort()).toEqual(files);
  });

  it('does not take a reused pid, or one of before the last boot, for the holder', async () => {
    const { root } = scratchState();
    const { identity } = await otherProcess();
    mkdirSync(join(root, 'thing.lock'));
    for (const claim of [
      claimOf({ ...identity, startTime: '1' }),
      claimOf({ ...identity, bootId: 'the boot before' }),
    ]) {
      writeFileSync(join(root, 'thing.lock', claim), '');
    }
    const entered = withLock({ folder: root, name: 'thing', waitMs: 200 }, () =>
      Promise.resolve('in'),
    );
    expect(await entered).toBe('in');
  });
});
