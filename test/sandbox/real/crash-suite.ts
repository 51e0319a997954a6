import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { SandboxBackend } from '../../../core/names/sandbox-backends';
import { eventually } from '../../../laboratory/home/eventually';

/** Starts a process that checks programs, kills it (SIGKILL) `afterMs` after its sandbox is open. */
export async function killWhileChecking(options: {
  readonly backend: SandboxBackend;
  readonly stateLabel: string;
  readonly image?: string;
  readonly afterMs: number;
  /** What it does meanwhile. */
  readonly script?: 'check-for-ever.ts' | 'hold-sessions.ts' | 'hold-repository-cells.ts';
}): Promise<void> {
  const { backend, stateLabel, image, afterMs } = options;
  const runner = resolve(__dirname, '../../../scripts/run.cjs');
  const script = join(__dirname, options.script ?? 'check-for-ever.ts');
  const args = [runner, script, backend, stateLabel, ...(image === undefined ? [] : [image])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit'),
  ])) as unknown[];
  expect(String(line)).toBe('open\n');
  await sleep(afterMs);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Waits until `left` is empty; returns what is left in the end. */
export async function whatRemains(
  left: () => readonly string[] | Promise<readonly string[]>,
  patienceMs: number,
): Promise<readonly string[]> {
  let found = await left();
  const gone = async (): Promise<boolean> => (found = await left()).length === 0;
  await eventually('nothing left', gone, { withinMs: patienceMs, everyMs: 50 }).catch(() => null);
  return found;
}
