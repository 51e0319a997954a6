import { spawn } from 'node:child_process';
import { once } from 'node:events';

import {
  commandLineOf,
  descendantsIn,
  descendantsOf,
  descriptorCount,
  isGone,
  processTable,
  residentKb,
} from '../../../laboratory/home/machine-processes';

describe('the processes of this machine', () => {
  it('tell a child, its command line, its size and its descriptors, and that it is gone once it is', async () => {
    const script = 'process.stdin.resume(); console.log("up")';
    const child = spawn(process.execPath, ['-e', script], { stdio: 'pipe' });
    const { pid = 0 } = child;
    // Before that it may be about to become another program.
    await once(child.stdout, 'data');
    expect(descendantsIn(processTable(), process.pid).map((facts) => facts.pid)).toContain(pid);
    expect(descendantsOf(process.pid)).toContain(pid);
    expect(commandLineOf(pid)).toContain(` -e ${script}`);
    expect(isGone(pid)).toBe(false);
    expect(residentKb(pid)).toBeGreaterThan(100);
    expect(descriptorCount(pid)).toBeGreaterThanOrEqual(3);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(isGone(pid)).toBe(true);
    expect(residentKb(pid)).toBeNull();
    expect(descriptorCount(pid)).toBeNull();
  });
});
