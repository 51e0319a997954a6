import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** Direct children of a process's main thread; empty when it has none, is gone, or the kernel does not tell. */
export function childrenOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Everything below a process, itself not. */
export function descendantsOf(pid: number): readonly number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Whether this kernel tells children at all. */
export function tellsChildren(): boolean {
  return existsSync(`/proc/${process.pid}/task/${process.pid}/children`);
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return; // gone already
  }
}

function commandLine(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Processes of this machine whose command line is bubblewrap's own and sets `variable`, with its value. */
export function bubblewrapProcesses(
  variable: string,
): readonly { readonly pid: number; readonly value: string }[] {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.flatMap((pid) => {
    const words = commandLine(pid);
    const at = words.indexOf(variable);
    const value = words[at + 1];
    if (at < 0 || value === undefined || !(words[0] ?? '').endsWith('bwrap')) return [];
    return [{ pid: Number(pid), value }];
  });
}
