import type { WorkerOptions } from '@temporalio/worker';

import { programsAtOnce } from '../config/programs-at-once';
import type { Settings } from '../config/settings';
import { mostAtATime } from '../core/work/most-at-a-time';

/** Activities at a time: mostly waiting for a model, of as many items as a run may have in flight, with room for what comes between. */
const activitiesAtATime = mostAtATime + 200;
/** An item and what it has under way for each of those. Each cached workflow takes about 40 KB here. */
const cachedWorkflows = 2 * mostAtATime + 500;

export interface WorkerPlace {
  readonly settings: Settings;
  readonly namespace: string;
  readonly queue: string;
  /** Names the workflow code; the engine notes it in every workflow task. */
  readonly buildId: string;
}

/** How every worker of ours polls one queue: numbers and waiting times, without code and connection. */
export function workerOptions({ settings, namespace, queue, buildId }: WorkerPlace): WorkerOptions {
  // A cancellation reaches an activity with a heartbeat's answer only.
  const beatEveryMs = Math.min(1000, settings.ESPALIER_HEARTBEAT_MS / 3);
  return {
    namespace,
    taskQueue: queue,
    // Told, not routed by: a run met by other code goes on from the store, so no worker waits for runs of its own code.
    workerDeploymentOptions: {
      version: { deploymentName: 'espalier', buildId },
      useWorkerVersioning: false,
    },
    maxConcurrentActivityTaskExecutions: activitiesAtATime,
    // Each runs a program: more would only wait for a box within their workflow tasks.
    maxConcurrentLocalActivityExecutions: programsAtOnce(settings),
    maxCachedWorkflows: cachedWorkflows,
    stickyQueueScheduleToStartTimeout: settings.ESPALIER_STICKY_MS,
    maxHeartbeatThrottleInterval: beatEveryMs,
    defaultHeartbeatThrottleInterval: beatEveryMs,
    shutdownGraceTime: '5s',
    shutdownForceTime: '15s',
  };
}
