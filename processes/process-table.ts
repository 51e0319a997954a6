import { existsSync, readFileSync, readdirSync } from 'node:fs';

export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Id of the process that leads its session. */
  readonly session: number;
  /** Start in the kernel's ticks: with the id it names one process of one boot. */
  readonly started: string;
  /** Only waits to be reaped. While threads are left, the first one's end is not the process's. */
  readonly ended: boolean;
}

/** A file of a process; null when the process is gone, this user may not look, or there is no /proc. */
function read(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}

/** The text of /proc/<pid>/stat, without the id; the name in it may hold anything. */
export function parseStat(stat: string): Omit<ProcessFacts, 'pid'> {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, , session] = fields;
  const threads = Number(fields[17]);
  return {
    parent: Number(parent),
    session: Number(session),
    started: fields[19] ?? '',
    ended: state === 'X' || (state === 'Z' && threads <= 1),
  };
}

/** null: there is no such process. */
export function processFacts(pid: number): ProcessFacts | null {
  const stat = read(pid, 'stat');
  return stat === null ? null : { pid, ...parseStat(stat) };
}

/** Ticks at which a process started; empty when it has ended or there is no /proc. */
export function startTicks(pid: number): string {
  const facts = processFacts(pid);
  return facts === null || facts.ended ? '' : facts.started;
}

/** Whether this very process still runs: a later one with its id does not count. */
export function isAlive({ pid, started }: Pick<ProcessFacts, 'pid' | 'started'>): boolean {
  return started !== '' && startTicks(pid) === started;
}

/** Ids of every process of this machine; empty where there is no /proc. */
export function processIds(): readonly number[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

export function childrenIn(
  table: ReadonlyMap<number, ProcessFacts>,
  parent: number,
): readonly ProcessFacts[] {
  return [...table.values()].filter((facts) => facts.parent === parent);
}

/** Children of the main thread, the first forked first; empty when it has none, is gone, or the kernel does not tell. */
export function childrenOf(pid: number): readonly number[] {
  return (read(pid, `task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

/** Everything below a process, itself not. */
export function descendantsOf(pid: number): readonly number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Whether this kernel tells children at all. */
export function tellsChildren(): boolean {
  return existsSync(`/proc/${process.pid}/task/${process.pid}/children`);
}

/** Words of a process's command line; empty when it is gone. */
export function commandLine(pid: number): readonly string[] {
  return read(pid, 'cmdline')?.split('\0') ?? [];
}

/** Lines that name the control groups a process is in; empty when it is gone. */
export function controlGroups(pid: number): string {
  return read(pid, 'cgroup') ?? '';
}

export interface Mount {
  /** What is shown, as a path of the file system that it is on. */
  readonly source: string;
  readonly point: string;
}

/** Mounts that a process sees; empty when it is gone. */
export function mountsOf(pid: number): readonly Mount[] {
  return (read(pid, 'mountinfo') ?? '').split('\n').flatMap((line) => {
    const [, , , source, point] = line.split(' ');
    return source === undefined || point === undefined ? [] : [{ source, point }];
  });
}
