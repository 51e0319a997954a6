import { SandboxUnsafeError } from './errors';

/** From here on the kernel counts processes per user namespace, and so per box, not per user of the machine. */
const oldestCounting = [5, 14] as const;

/** Whether a Linux release such as `5.10.0-28-amd64` counts the processes of each box by themselves. */
export function countsProcessesPerBox(release: string): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(release) ?? [];
  const [leastMajor, leastMinor] = oldestCounting;
  const found = Number(major ?? Number.NaN);
  return found > leastMajor || (found === leastMajor && Number(minor) >= leastMinor);
}

/** In words, for `doctor` and for a refusal. */
export function processCountText(release: string): string {
  const since = oldestCounting.join('.');
  return `Linux ${release} does not count the processes of each box by themselves (${since} and later do)`;
}

/**
 * Without a count per box, nothing bounds a program's processes under bubblewrap; a container has a count.
 * @throws SandboxUnsafeError
 */
export function requireProcessCount(backend: string, release: string): void {
  if (countsProcessesPerBox(release)) return;
  throw new SandboxUnsafeError(
    backend,
    [processCountText(release)],
    'Use Docker, which bounds the processes of a whole cell (ESPALIER_SANDBOX=docker), or a newer kernel',
  );
}
