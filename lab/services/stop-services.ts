import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';

import type { LabContext } from '../lab-context';
import { withStore } from '../with-store';
import { sandboxOptions } from '../../config/sandbox-options';
import type { Settings } from '../../config/settings';
import type { StateFolder } from '../../config/state-folder';
import type { StopOutcome } from '../../processes';
import { durationText } from '../../report/duration';
import { workerStopsWithinMs } from './ensure-worker';
import { supervisorName } from './ensure-supervisor';
import { workerName, workerReadyFile } from './worker-ready';
import { markStopped } from './stopped-by-hand';

/** Time for a process that must stop at once to give back its boxes, in ms. */
const nowMs = 2_000;

export type StopProcess = (
  folder: StateFolder,
  name: string,
  options: { readonly graceMs: number },
) => Promise<StopOutcome>;

export interface StoppedServices {
  readonly processes: readonly { readonly name: string; readonly how: string }[];
  /** Runs that are not at their end. */
  readonly waiting: readonly string[];
}

/**
 * Stops every process of this state folder. The supervisor is first, because it would restart the others. Then the workers:
 * they give back their work and wait for their model calls, as long as a call may take.
 * @param options.now whether not to wait. Calls in flight are then lost, and may be asked and paid for again
 * @param options.stop stops one process; default: that of processes/
 */
export async function stopServices(
  context: LabContext,
  { now = false, stop }: { readonly now?: boolean; readonly stop?: StopProcess } = {},
): Promise<StoppedServices> {
  await markStopped(context.folder);
  const stopOne = stop ?? (await import('../../processes/index.js')).stopProcess;
  const processes = new Map(await stopAll(context, now, stopOne));
  // A watcher of a run may have been starting a service at that moment.
  for (const [name, how] of await stopAll(context, now, stopOne)) processes.set(name, how);
  if (processes.size > 0) await rm(workerReadyFile(context.folder), { force: true });
  await reap(context);
  return {
    processes: [...processes].map(([name, how]) => ({ name, how })),
    waiting: await waitingRuns(context),
  };
}

async function stopAll(
  context: LabContext,
  now: boolean,
  stop: StopProcess,
): Promise<readonly (readonly [string, string])[]> {
  const { folder } = context;
  const { tellToStop } = await import('../../processes/index.js');
  const stopped: [string, string][] = [];
  for (const name of await processNames(folder.processes)) {
    // A process that waits for its calls holds its lock. A second request ends its wait.
    if (now && name === workerName) await tellToStop(folder, name);
    const waits = name === workerName && !now ? sayWaiting(context) : null;
    const graceMs = now ? nowMs : graceOf(name, context.settings);
    const outcome = await stop(folder, name, { graceMs });
    clearTimeout(waits ?? undefined);
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

/** Time that a process has to end by itself, in ms. */
function graceOf(name: string, settings: Settings): number {
  return name === workerName ? workerStopsWithinMs(settings) : 20_000;
}

/** A worker without calls in flight is gone before this is said. */
function sayWaiting({ settings, note }: LabContext): NodeJS.Timeout {
  return setTimeout(() => {
    const atMost = durationText(settings.ESPALIER_MODEL_TIMEOUT_MS);
    note(
      `waiting for the model calls that the worker has in flight, at most ${atMost} (\`espalier down --now\` does not)`,
    );
  }, 6_000);
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

/** Boxes of a killed worker remain if no worker came back. */
async function reap({ settings, folder }: LabContext): Promise<void> {
  const { reapOrphans } = await import('../../sandbox/index.js');
  await reapOrphans(sandboxOptions(settings, folder));
}

async function waitingRuns(context: LabContext): Promise<readonly string[]> {
  if (!existsSync(context.folder.store)) return [];
  return withStore(context, async (store) =>
    (await store.runs.unfinishedRuns()).map(({ id }) => id),
  );
}
