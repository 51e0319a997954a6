import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { StateFolder } from '../../config/state-folder';
import { builtBundle } from '../../config/workflow-bundle';
import { WorkflowBundle } from '../../core/schemas/workflow-bundle';

export const workerName = 'worker';

/** What a worker writes once it polls. Workers of before wrote their pid alone. */
const WorkerReady = z.union([
  z.object({ pid: z.int(), bundle: WorkflowBundle.nullable() }),
  z.int().transform((pid) => ({ pid, bundle: null })),
]);
type WorkerReady = z.infer<typeof WorkerReady>;

type ProcessFolder = Pick<StateFolder, 'processes'>;

/** File in which a worker says that it polls, and which workflow code it runs. */
export function workerReadyFile(folder: ProcessFolder): string {
  return join(folder.processes, `${workerName}.ready`);
}

/** The last report of the worker of this folder, which may be gone. null: there was none. */
export function readWorkerReady(folder: ProcessFolder): WorkerReady | null {
  try {
    return WorkerReady.parse(JSON.parse(readFileSync(workerReadyFile(folder), 'utf8')));
  } catch {
    return null;
  }
}

/** Workflow code of the living worker, else of a new one. null: old workers tell none. @throws NotReadyError (`NOT_BUILT`) */
export async function workingBundle(folder: StateFolder): Promise<WorkflowBundle | null> {
  const { findProcess } = await import('../../processes/index.js');
  const found = await findProcess(folder, workerName);
  const ready = readWorkerReady(folder);
  const polls = found.kind === 'alive' && ready?.pid === found.record.identity.pid;
  return polls ? ready.bundle : builtBundle();
}
