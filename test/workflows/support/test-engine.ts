import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { Client } from '@temporalio/client';
import {
  bundleWorkflowCode,
  DefaultLogger,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
} from '@temporalio/worker';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';

import { connectEngine } from '../../../client';
import { ensureEngine, stopEngine } from '../../../engine';
import { engineOptions } from '../../engine/local-engine';

/** An engine of its own for one test file, with what workers and clients need to use it. */
export interface TestEngine {
  /** Removed at the end, with all that tests put there. */
  readonly root: string;
  readonly client: Client;
  readonly connection: NativeConnection;
  readonly bundle: WorkflowBundleWithSourceMap;
  readonly close: () => Promise<void>;
}

let bundle: Promise<WorkflowBundleWithSourceMap> | null = null;

/** The workflows as the worker runs them, from the sources; made once per test process. */
export function workflowBundle(): Promise<WorkflowBundleWithSourceMap> {
  bundle ??= bundleWorkflowCode({
    workflowsPath: resolve(__dirname, '../../../workflows'),
    logger: new DefaultLogger('ERROR'),
  });
  return bundle;
}

let quiet = false;

/** The SDK says nothing but errors: tests make failures happen on purpose. */
export function quietRuntime(): void {
  if (quiet) return;
  const logging = { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR' }) };
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging } });
  quiet = true;
}

export async function startTestEngine(): Promise<TestEngine> {
  quietRuntime();
  const root = mkdtempSync(join(tmpdir(), 'espalier-workflow-test-'));
  const state = {
    root,
    engineDatabase: join(root, 'engine.sqlite'),
    processes: join(root, 'processes'),
    logs: join(root, 'logs'),
  };
  const [engine, made] = await Promise.all([
    engineOptions(state).then(ensureEngine),
    workflowBundle(),
  ]);
  const { address, namespace } = engine;
  const { client, close } = await connectEngine({ address, namespace, local: true });
  const connection = await NativeConnection.connect({ address });
  return {
    root,
    client,
    connection,
    bundle: made,
    close: async () => {
      await connection.close();
      await close();
      await stopEngine({ state, graceMs: 2_000 });
      rmSync(root, { recursive: true, force: true });
    },
  };
}
