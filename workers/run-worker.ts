import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { loadClientConnectConfig } from '@temporalio/envconfig';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { WorkerOptions } from '@temporalio/worker';

import { createActivities } from '../activities';
import type { Settings } from '../config/settings';
import { stateFolder } from '../config/state-folder';
import { builtBundle, bundleFiles } from '../config/workflow-bundle';
import { NotReadyError } from '../core/errors/errors';
import { differenceText } from '../core/journal/store-difference';
import type { WorkflowBundle } from '../core/schemas/workflow-bundle';
import { createDependencies } from './dependencies';
import { drainCalls } from './drain-calls';
import { queueDuties } from './roles';
import type { WorkerRole } from './roles';
import { StoreExchangedError, untilExchanged } from './store-exchange';
import { workerOptions } from './worker-options';

export interface WorkerTarget {
  readonly address: string;
  readonly namespace: string;
  readonly local: boolean;
}

export interface RunWorkerOptions {
  readonly settings: Settings;
  readonly target: WorkerTarget;
  readonly role: WorkerRole;
  /** Ask no model: answers come from the journal alone. Default false. */
  readonly offline?: boolean;
  /** Called once every queue is polled, with the workflow code that this worker runs; null: that of the sources. */
  readonly onReady: (bundle: WorkflowBundle | null) => void;
  /** Told, when it was told to stop, how many model calls it still waits for, and in the end how many it gave up. */
  readonly onDraining?: (inFlight: number, phase: 'waiting' | 'given-up') => void;
  /** Told in words of long work. */
  readonly say?: (line: string) => void;
  /** Told before the SDK's own lines start. */
  readonly logLevel?: 'ERROR' | 'WARN' | 'INFO';
}

/**
 * Polls until SIGTERM or SIGINT: then no new work, activities get their grace, and another worker retries the rest. Model
 * calls in flight, which are paid for, are waited for up to their time limit or a second signal. @throws NotReadyError when
 * the engine does not answer, or (`STORE_EXCHANGED`) another store lies in the place of the open one.
 */
export async function runWorker(options: RunWorkerOptions): Promise<void> {
  const logger = new DefaultLogger(options.logLevel ?? 'WARN');
  Runtime.install({ logger });
  const connection = await connect(options.target);
  const dependencies = await createDependencies(options.settings, {
    ...(options.say !== undefined && { say: options.say }),
    offline: options.offline,
    onDifference: (difference) => {
      logger.warn(`${differenceText(difference)}: work that was begun before can write no more`);
    },
  });
  const activities = createActivities(dependencies);
  const code = workflowCode();
  const store = untilExchanged(stateFolder(options.settings).store);
  let isExchanged = false;
  try {
    const duties = queueDuties(options.role);
    const workers = await Promise.all(
      duties.map((duty) =>
        Worker.create({
          ...workerOptions({
            settings: options.settings,
            namespace: options.target.namespace,
            queue: duty.queue,
            buildId: code.bundle?.sha256 ?? 'sources',
          }),
          ...(duty.workflows ? code.options : {}),
          connection,
          activities,
        }),
      ),
    );
    const running = Promise.all(workers.map((worker) => worker.run()));
    options.onReady(code.bundle);
    await Promise.race([running, store.exchanged]);
  } catch (error) {
    isExchanged = error instanceof StoreExchangedError;
    throw error;
  } finally {
    store.stop();
    // Nothing can be kept, so nothing is waited for: the process is to end.
    if (isExchanged) dependencies.calls.close();
    await drainCalls(dependencies.calls, {
      withinMs: options.settings.ESPALIER_MODEL_TIMEOUT_MS,
      onDraining: options.onDraining,
    });
    await dependencies.close();
    // Its workers still poll then.
    if (!isExchanged) await connection.close();
  }
}

interface WorkflowCode {
  readonly bundle: WorkflowBundle | null;
  readonly options: Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'>;
}

/** The bundle that the build made, or, from sources (tests), the sources. */
function workflowCode(): WorkflowCode {
  const built = join(__dirname, '..');
  const codePath = join(built, bundleFiles.code);
  if (!existsSync(codePath)) {
    return { bundle: null, options: { workflowsPath: join(built, 'workflows') } };
  }
  return { bundle: builtBundle(built), options: { workflowBundle: { codePath } } };
}

async function connect(target: WorkerTarget): Promise<NativeConnection> {
  const options = target.local ? {} : (loadClientConnectConfig().connectionOptions ?? {});
  try {
    return await NativeConnection.connect({ ...options, address: target.address });
  } catch (error) {
    throw new NotReadyError(
      `no Temporal server answers at ${target.address}`,
      'Run `espalier up`, or check TEMPORAL_ADDRESS',
      { code: 'ENGINE_UNREACHABLE', cause: error },
    );
  }
}
