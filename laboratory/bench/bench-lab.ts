import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import type { WorkerOptions, WorkflowBundleWithSourceMap } from '@temporalio/worker';

import { connectEngine } from '../../client';
import type { EngineClient } from '../../client';
import { readSettings } from '../../config/settings';
import type { Settings } from '../../config/settings';
import { stateFolder } from '../../config/state-folder';
import type { StateFolder } from '../../config/state-folder';
import { engineStatus, stopEngine } from '../../engine';
import { ensureLocalEngine } from '../../lab/services/ensure-local-engine';
import { workerOptions } from '../../workers';

export interface BenchLab {
  readonly settings: Settings;
  readonly folder: StateFolder;
  readonly client: EngineClient['client'];
  readonly serverPid: number;
  readonly worker: (duty: WorkerDuty) => Promise<Worker>;
}

export interface WorkerDuty {
  readonly queue: string;
  /** Folder or file of the workflows; absent: activities only. */
  readonly workflows?: string;
  readonly activities?: NonNullable<WorkerOptions['activities']>;
}

export interface LabOptions {
  readonly keep: boolean;
  readonly note: (line: string) => void;
}

/** Starts an engine as the product does, on a new state folder, and removes both in the end. */
export async function inBenchLab<T>(
  { keep, note }: LabOptions,
  body: (lab: BenchLab) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'espalier-bench-'));
  const settings = benchSettings(root);
  const folder = stateFolder(settings);
  try {
    const { target } = await ensureLocalEngine({ settings, folder, note });
    const { client, close } = await connectEngine(target);
    const connection = await NativeConnection.connect({ address: target.address });
    const serverPid = await pidOfServer(folder);
    const bundles = new Bundles();
    const worker = async ({ queue, workflows, activities }: WorkerDuty): Promise<Worker> =>
      Worker.create({
        ...workerOptions({ settings, namespace: target.namespace, queue, buildId: 'bench' }),
        connection,
        ...(workflows === undefined ? {} : { workflowBundle: await bundles.of(workflows) }),
        ...(activities === undefined ? {} : { activities }),
      });
    const result = await Promise.race([
      body({ settings, folder, client, serverPid, worker }),
      interrupted(),
    ]);
    // Not after a failure: calls that still wait would fail where nobody listens, and the process ends anyway.
    await connection.close();
    await close();
    return result;
  } finally {
    await stopEngine({ state: folder });
    if (keep) note(`kept: ${root}`);
    else rmSync(root, { recursive: true, force: true });
  }
}

/** An engine of somebody's (TEMPORAL_ADDRESS) is not measured. */
function benchSettings(root: string): Settings {
  return {
    ...readSettings(),
    TEMPORAL_ADDRESS: undefined,
    TEMPORAL_NAMESPACE: 'default',
    ESPALIER_HOME: root,
  };
}

/** The engine is a process of its own: Ctrl-C must not leave it behind. */
function interrupted(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        reject(new Error(`interrupted by ${signal}`));
      });
    }
  });
}

async function pidOfServer(state: StateFolder): Promise<number> {
  const status = await engineStatus({ state, address: undefined, namespace: 'default' });
  if (status.kind !== 'running') throw new Error(`the bench's engine is ${status.kind}`);
  return status.pid;
}

/** Bundles each folder of workflows once: it takes seconds, and is no part of any measurement. */
class Bundles {
  private readonly made = new Map<string, Promise<WorkflowBundleWithSourceMap>>();

  of(workflowsPath: string): Promise<WorkflowBundleWithSourceMap> {
    const known = this.made.get(workflowsPath);
    if (known !== undefined) return known;
    const bundle = bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
    this.made.set(workflowsPath, bundle);
    return bundle;
  }
}
