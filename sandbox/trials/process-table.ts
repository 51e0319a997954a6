import { readFileSync, readdirSync } from 'node:fs';

/** A process as the kernel tells it to everybody. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Start in the kernel's ticks: with the id it names one process of one boot. */
  readonly started: string;
  /** A zombie has ended and only waits to be reaped. */
  readonly zombie: boolean;
}

function factsOf(pid: number): ProcessFacts | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null; // ended meanwhile
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    parent: Number(fields[1]),
    started: fields[19] ?? '',
    zombie: fields[0] === 'Z' || fields[0] === 'X',
  };
}

/** Every process of this machine, by id; empty where there is no /proc. */
export function processTable(): ReadonlyMap<number, ProcessFacts> {
  let names: readonly string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return new Map();
  }
  const found = names
    .filter((name) => /^\d+$/.test(name))
    .map((name) => factsOf(Number(name)))
    .filter((facts) => facts !== null);
  return new Map(found.map((facts) => [facts.pid, facts]));
}

export function childrenIn(
  table: ReadonlyMap<number, ProcessFacts>,
  parent: number,
): readonly ProcessFacts[] {
  return [...table.values()].filter((facts) => facts.parent === parent);
}

/** All below a process, nearest first. */
export function descendantsIn(
  table: ReadonlyMap<number, ProcessFacts>,
  ancestor: number,
): readonly ProcessFacts[] {
  const found: ProcessFacts[] = [...childrenIn(table, ancestor)];
  for (const { pid } of found) found.push(...childrenIn(table, pid));
  return found;
}

/** Whether this very process still runs (a later one with its id does not count, nor does a zombie). */
export function isAlive({ pid, started }: ProcessFacts): boolean {
  const now = factsOf(pid);
  return now !== null && now.started === started && !now.zombie;
}

/** Resident size in kB; null when the process is gone. */
export function residentKb(pid: number): number | null {
  try {
    const [, size] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return size === undefined ? null : Number(size);
  } catch {
    return null;
  }
}

/** Open descriptors of a process; null when it is gone or this user may not look. */
export function descriptorCount(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}
