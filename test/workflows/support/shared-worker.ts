import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Worker } from '@temporalio/worker';

import type { TestEngine } from './test-engine';

/** What one run's activities do, by name. */
type Activities = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

export const sharedQueue = 'shared';
export const sharedQueues = { workflows: sharedQueue, model: sharedQueue, sandbox: sharedQueue };

/**
 * One worker for all runs of an engine: a worker of its own for each would load the workflows again. It asks each run's own
 * activities, which it tells by the workflow's id.
 */
export interface SharedWorker {
  /** @returns ends what the run has left open in the engine, and forgets its activities */
  readonly serve: (run: string, activities: object) => () => Promise<void>;
}

type CreateWorker = (activities: Activities) => Promise<Worker>;

const workers = new WeakMap<TestEngine, Promise<SharedWorker>>();

/** The engine's worker, which ends with the engine; it has activities of these names. */
export function sharedWorker(
  engine: TestEngine,
  names: readonly string[],
  create: CreateWorker,
): Promise<SharedWorker> {
  const known = workers.get(engine);
  if (known !== undefined) return known;
  const started = startWorker(engine, names, create);
  workers.set(engine, started);
  return started;
}

async function startWorker(
  engine: TestEngine,
  names: readonly string[],
  create: CreateWorker,
): Promise<SharedWorker> {
  const served = new Map<string, Activities>();
  const worker = await create(Object.fromEntries(names.map((name) => [name, dispatch(name)])));
  const ended = worker.run();
  engine.beforeClose(async () => {
    worker.shutdown();
    await ended;
  });
  return {
    serve: (run, activities) => {
      const unknown = Object.keys(activities).filter((name) => !names.includes(name));
      if (unknown.length > 0) throw new Error(`the shared worker has no ${unknown.join(', ')}`);
      served.set(run, activities as Activities);
      return async () => {
        await terminateAll(engine, run);
        served.delete(run);
      };
    },
  };

  function dispatch(name: string): Activities[string] {
    return (...args) => {
      const workflowId = Context.current().info.workflowExecution?.workflowId ?? '';
      const run = [...served.keys()].find((id) => workflowId === id || isBelow(id, workflowId));
      const activity = run === undefined ? undefined : served.get(run)?.[name];
      if (activity === undefined) {
        throw ApplicationFailure.nonRetryable(`no ${name} for ${workflowId}: its test has ended`);
      }
      return activity(...args);
    };
  }
}

const isBelow = (run: string, workflowId: string): boolean => workflowId.startsWith(`${run}/`);

/** A run's workflows that are still open, those that outlive it included. */
async function terminateAll({ client }: TestEngine, run: string): Promise<void> {
  const query = `ExecutionStatus = "Running" AND WorkflowId STARTS_WITH "${run}"`;
  for await (const { workflowId } of client.workflow.list({ query })) {
    if (workflowId !== run && !isBelow(run, workflowId)) continue;
    // It may have ended meanwhile.
    await client.workflow
      .getHandle(workflowId)
      .terminate()
      .catch(() => undefined);
  }
}
