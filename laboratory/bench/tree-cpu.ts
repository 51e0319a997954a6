import { readFileSync } from 'node:fs';

import { descendantsOf } from '../home/machine-processes';

/** `getconf CLK_TCK` is 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** CPU seconds of a process and all below it so far, with those that have ended and were waited for. */
export function treeCpu(pid: number): number {
  const pids = [pid, ...descendantsOf(pid)];
  return pids.map(secondsOf).reduce((sum, seconds) => sum + seconds, 0);
}

function secondsOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const used = fields.slice(11, 15).map(Number);
    return used.reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
  } catch {
    return 0; // it ended meanwhile
  }
}
