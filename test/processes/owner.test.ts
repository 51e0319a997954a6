import { spawn } from 'node:child_process';

import { formatOwner, isDead, parseOwner, thisOwner } from '../../processes/owner';
import { startTicks } from '../../processes/process-table';

describe('owners', () => {
  const here = thisOwner();

  it('survive a label, and what is not ours is not read as one', () => {
    expect(parseOwner(formatOwner(here))).toEqual(here);
    for (const text of ['', 'x/1/2/3', '-1/1/2/3', '12/3/4', '0/1/2/3']) {
      expect(parseOwner(text)).toBeNull();
    }
  });

  it('are alive while their process is, and dead once it has ended, reaped or not', async () => {
    expect(isDead(here)).toBe(false);
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    const pid = child.pid ?? 0;
    const owner = { ...here, pid, startTime: startTicks(pid) };
    expect(isDead(owner)).toBe(false);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    expect(isDead(owner)).toBe(true);
  });

  it('of another start of the same process id, or an earlier boot, are dead', () => {
    expect(isDead({ ...here, startTime: '1' })).toBe(true);
    expect(isDead({ ...here, bootId: 'earlier' })).toBe(true);
  });

  it('whose start is unknown are dead only when no process has their id', () => {
    const unknown = { ...here, startTime: '' };
    expect(isDead(unknown)).toBe(false);
    expect(isDead({ ...unknown, pid: 999_999_999 })).toBe(true);
  });

  it('of another machine are never taken for dead', () => {
    expect(isDead({ ...here, machine: 'elsewhere', bootId: 'other', pid: 999_999_999 })).toBe(
      false,
    );
  });
});
