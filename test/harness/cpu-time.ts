/**
 * CPU time of this process since `process.cpuUsage()` said `since`, ms: what bounded work costs, however many others
 * want the machine meanwhile.
 */
export function cpuMsSince(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
