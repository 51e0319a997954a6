import { readdirSync, readFileSync } from 'node:fs';

import {
  childrenIn,
  commandLine,
  processFacts,
  processIds,
  startTicks,
  type ProcessFacts,
} from '../../processes/process-table';
import { stateMark } from '../../sandbox/bubblewrap/owner-mark';

export function processTable(): ReadonlyMap<number, ProcessFacts> {
  const found = processIds()
    .map(processFacts)
    .filter((facts) => facts !== null);
  return new Map(found.map((facts) => [facts.pid, facts]));
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

/** True when no process has this pid (a zombie counts as none). */
export function isGone(pid: number): boolean {
  return startTicks(pid) === '';
}

/** Whether every thread of a process is stopped, by a signal or by a tracer. */
export function isStopped(pid: number): boolean {
  const threads = filesIn(`/proc/${String(pid)}/task`).map((thread) =>
    text(`/proc/${String(pid)}/task/${thread}/stat`),
  );
  // The name of a program may hold parentheses. A thread that has just ended has no text.
  const states = threads.flatMap((stat) => stat.slice(stat.lastIndexOf(')') + 2)[0] ?? []);
  return states.every((state) => 'TtZX'.includes(state));
}

/** A process's children, their children and so on, whichever thread started them. */
export function descendantsOf(pid: number): readonly number[] {
  return descendantsIn(processTable(), pid).map((facts) => facts.pid);
}

export function commandLineOf(pid: number): string {
  return commandLine(pid).join(' ');
}

/** Every process of this machine but this one. */
export function allProcesses(): readonly number[] {
  return processIds().filter((pid) => pid !== process.pid);
}

export function environmentOf(pid: number): readonly string[] {
  return text(`/proc/${String(pid)}/environ`).split('\0');
}

/** Resident size in kB; null when the process is gone. */
export function residentKb(pid: number): number | null {
  const [, size] = /^VmRSS:\s+(\d+) kB$/m.exec(text(`/proc/${String(pid)}/status`)) ?? [];
  return size === undefined ? null : Number(size);
}

/** Open descriptors of a process; null when it is gone or this user may not look. */
export function descriptorCount(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}

/** The processes and boxes of a state folder, one line for each. Their environment or command line names the folder. */
export function processesOf(root: string): readonly string[] {
  const mark = `${stateMark(root)}:`;
  return allProcesses()
    .filter((pid) => {
      if (isGone(pid)) return false;
      const line = commandLineOf(pid);
      return (
        line.includes(`${root}/`) ||
        line.includes(mark) ||
        environmentOf(pid).includes(`ESPALIER_HOME=${root}`)
      );
    })
    .map((pid) => `process ${String(pid)}: ${commandLineOf(pid).slice(0, 200)}`);
}

/** Empty if the folder cannot be read. */
export function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty if the file cannot be read. */
export function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
