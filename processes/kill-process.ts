/** A process that is gone is not an error. @throws RangeError for 0 and less (groups, our own too!) and 1, the machine's */
export function killProcess(pid: number): void {
  if (!Number.isInteger(pid) || pid <= 1) throw new RangeError(`not a process to kill: ${pid}`);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}
