import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';

import type { LabContext } from '../lab-context';
import { withStore } from '../with-store';
import { sandboxOptions } from '../../config/sandbox-options';
import { supervisorName } from './ensure-supervisor';
import { workerName, workerReadyFile } from './worker-ready';
import { markStopped } from './stopped-by-hand';

export interface StoppedServices {
  readonly processes: readonly { readonly name: string; readonly how: string }[];
  /** Runs that are not at their end. */
  readonly waiting: readonly string[];
}

/**
 * Stops every process of this state folder: the supervisor first, which would start the others again, then workers, so
 * that they can hand back their work.
 */
export async function stopServices(context: LabContext): Promise<StoppedServices> {
  await markStopped(context.folder);
  const processes = new Map(await stopAll(context));
  // Who watched a run may have been starting something just then.
  for (const [name, how] of await stopAll(context)) processes.set(name, how);
  if (processes.size > 0) await rm(workerReadyFile(context.folder), { force: true });
  await reap(context);
  return {
    processes: [...processes].map(([name, how]) => ({ name, how })),
    waiting: await waitingRuns(context),
  };
}

async function stopAll({ folder }: LabContext): Promise<readonly (readonly [string, string])[]> {
  const { stopProcess } = await import('../../processes/index.js');
  const stopped: [string, string][] = [];
  for (const name of await processNames(folder.processes)) {
    const outcome = await stopProcess(folder, name, { graceMs: 20_000 });
    if (outcome.kind === 'none') continue;
    const how =
      outcome.kind === 'was-dead'
        ? 'was dead already'
        : outcome.forced
          ? 'killed, since it did not stop'
          : 'stopped';
    stopped.push([name, how]);
  }
  return stopped;
}

async function processNames(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder))
    .filter((file) => file.endsWith('.json') && !file.includes('.ports'))
    .map((file) => file.slice(0, -'.json'.length));
  const rank = (name: string): number => {
    if (name === supervisorName) return 0;
    if (name === workerName) return 1;
    return name.startsWith('model-') ? 2 : 3;
  };
  return names.sort((left, right) => rank(left) - rank(right));
}

/** Boxes of a worker that was killed and never came back. */
async function reap({ settings, folder }: LabContext): Promise<void> {
  const { reapOrphans } = await import('../../sandbox/index.js');
  await reapOrphans(sandboxOptions(settings, folder));
}

async function waitingRuns(context: LabContext): Promise<readonly string[]> {
  if (!existsSync(context.folder.store)) return [];
  return withStore(context, async (store) =>
    (await store.runs.runs())
      .filter(({ status }) => status === 'running' || status === 'paused')
      .map(({ id }) => id),
  );
}
