import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { Client } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection } from '@temporalio/worker';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';

import { connectEngine } from '../../../client';
import { ensureEngine, stopEngine } from '../../../engine';
import { engineOptions } from '../../engine/local-engine';
import { oncePerRun } from '../../harness/once-per-run';
import { quietRuntime } from './quiet-runtime';

/** An engine of its own for one test file, with what workers and clients need to use it. */
export interface TestEngine {
  /** Removed at the end, with all that tests put there. */
  readonly root: string;
  readonly client: Client;
  readonly address: string;
  readonly connection: NativeConnection;
  readonly bundle: WorkflowBundleWithSourceMap;
  /** Done first when the engine is closed. */
  readonly beforeClose: (end: () => Promise<void>) => void;
  readonly close: () => Promise<void>;
}

let bundle: Promise<WorkflowBundleWithSourceMap> | null = null;

/** The workflows as the worker runs them, from the sources; bundled once per test run. */
export function workflowBundle(): Promise<WorkflowBundleWithSourceMap> {
  bundle ??= oncePerRun('the workflow bundle', () =>
    bundleWorkflowCode({
      workflowsPath: resolve(__dirname, '../../../workflows'),
      logger: new DefaultLogger('ERROR'),
    }),
  );
  return bundle;
}

/** The workflows with interceptors that tell the values that they give away (`told-values.ts`). */
export function tellingBundle(): Promise<WorkflowBundleWithSourceMap> {
  return oncePerRun('the workflow bundle that tells values', () =>
    bundleWorkflowCode({
      workflowsPath: resolve(__dirname, '../../../workflows'),
      workflowInterceptorModules: [resolve(__dirname, 'told-values')],
      logger: new DefaultLogger('ERROR'),
    }),
  );
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
  const ends: (() => Promise<void>)[] = [];
  return {
    root,
    client,
    address,
    connection,
    bundle: made,
    beforeClose: (end) => {
      ends.push(end);
    },
    close: async () => {
      for (const end of ends) await end();
      await connection.close();
      await close();
      await stopEngine({ state, graceMs: 2_000 });
      rmSync(root, { recursive: true, force: true });
    },
  };
}
