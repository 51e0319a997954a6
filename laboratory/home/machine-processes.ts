import { readdirSync, readFileSync } from 'node:fs';

import { stateMark } from '../../sandbox/bubblewrap/owner-mark';

/** True when no process has this pid (a zombie counts as none). */
export function isGone(pid: number): boolean {
  const status = text(`/proc/${String(pid)}/stat`);
  return status === '' || status.slice(status.lastIndexOf(')') + 2).startsWith('Z');
}

/** A process's children, their children and so on, whichever thread started them. */
export function descendantsOf(pid: number): readonly number[] {
  const folder = `/proc/${String(pid)}/task`;
  const children = filesIn(folder).flatMap((thread) =>
    text(`${folder}/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [...children, ...children.flatMap(descendantsOf)];
}

export function commandLineOf(pid: number): string {
  return text(`/proc/${String(pid)}/cmdline`)
    .split('\0')
    .join(' ');
}

/** Every process of this machine but this one. */
export function allProcesses(): readonly number[] {
  return filesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

export function environmentOf(pid: number): readonly string[] {
  return text(`/proc/${String(pid)}/environ`).split('\0');
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
