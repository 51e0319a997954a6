/**
 * At once; one that is gone already is no error.
 * @throws RangeError for what is not the id of one process: 0 and less would be a group (this one's own!), 1 is the
 * machine's
 */
export function killProcess(pid: number): void {
  if (!Number.isInteger(pid) || pid <= 1) throw new RangeError(`not a process to kill: ${pid}`);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}
