/**
 * One that is gone already is no error.
 * @throws RangeError for no process id: 0 and less would be a group (our own!), 1 is the machine's
 */
export function killProcess(pid: number): void {
  if (!Number.isInteger(pid) || pid <= 1) throw new RangeError(`not a process to kill: ${pid}`);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}
