import { readFileSync } from 'node:fs';

import type { CpuCost } from './figures';

/** `getconf CLK_TCK` is 100 on every Linux that Node runs on. */
const msPerTick = 10;

/** User and system time of a process of ours so far, ms; NaN where there is no /proc. */
export function cpuOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return Number.NaN;
  }
}

/** What the engine's server and this process use from now on. */
export function startCpuClock(serverPid: number): () => CpuCost {
  const serverMs = cpuOf(serverPid);
  const node = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(node);
    return { serverMs: cpuOf(serverPid) - serverMs, nodeMs: (user + system) / 1000 };
  };
}
