import { spawn } from 'node:child_process';
import { once } from 'node:events';

import {
  childrenIn,
  childrenOf,
  isAlive,
  parseStat,
  processFacts,
  processIds,
} from '../../processes/process-table';

describe('the processes of this machine', () => {
  it('tell a child and its parent, and that it is gone once it is', async () => {
    const script = 'process.stdin.resume(); console.log("up")';
    const child = spawn(process.execPath, ['-e', script], { stdio: 'pipe' });
    // Before that it may be about to become another program.
    await once(child.stdout, 'data');
    expect(processIds()).toContain(child.pid);
    const facts = processFacts(child.pid ?? 0);
    if (facts === null) throw new Error('the child is not there');
    expect(childrenIn(new Map([[facts.pid, facts]]), process.pid)).toEqual([facts]);
    expect(isAlive(facts)).toBe(true);
    expect(isAlive({ ...facts, started: '1' })).toBe(false);
    expect(childrenOf(process.pid)).toContain(child.pid);
    expect(childrenOf(facts.pid)).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(isAlive(facts)).toBe(false);
    expect(childrenOf(facts.pid)).toEqual([]);
  });
});

describe('what the kernel says of one process', () => {
  const stat = (name: string, state: string, threads: number): string =>
    `7 (${name}) ${state} 3 7 7 0 -1 4194560 9 0 0 0 1 2 3 4 20 0 ${threads} 0 4711 0 0`;

  it('is read behind its name, whatever that holds', () => {
    for (const name of ['sh', 'a b', ') Z 1 (', '((']) {
      expect(parseStat(stat(name, 'S', 1))).toEqual({
        parent: 3,
        session: 7,
        started: '4711',
        ended: false,
      });
    }
  });

  it.each([
    ['S', 1, false],
    ['Z', 1, true],
    ['X', 1, true],
    ['Z', 2, false],
  ] as const)('%s with %d threads: ended is %s', (state, threads, ended) => {
    expect(parseStat(stat('n', state, threads))).toMatchObject({ ended });
  });
});
