import { spawn } from 'node:child_process';
import { once } from 'node:events';

import {
  childrenIn,
  descendantsIn,
  descriptorCount,
  isAlive,
  processTable,
  residentKb,
} from '../../../sandbox/trials/process-table';

describe('the processes of this machine', () => {
  it('tells a child, its parent, its size and its descriptors, and that it is gone once it is', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: 'pipe' });
    await once(child, 'spawn');
    const table = processTable();
    const facts = childrenIn(table, process.pid).find(({ pid }) => pid === child.pid);
    if (facts === undefined) throw new Error('the child is not in the table');
    expect(descendantsIn(table, process.pid)).toContainEqual(facts);
    expect(isAlive(facts)).toBe(true);
    expect(isAlive({ ...facts, started: '1' })).toBe(false);
    expect(residentKb(facts.pid)).toBeGreaterThan(100);
    expect(descriptorCount(facts.pid)).toBeGreaterThanOrEqual(3);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(isAlive(facts)).toBe(false);
    expect(residentKb(facts.pid)).toBeNull();
    expect(descriptorCount(facts.pid)).toBeNull();
  });
});
