import type { WorkerOptions } from '@temporalio/worker';

import type { Settings } from '../config/settings';

/** Activities at a time: mostly waiting for a model; boxes have their own, smaller, number of slots. */
const activitiesAtATime = 200;
/** Each cached workflow takes about 40 KB here. */
const cachedWorkflows = 2000;

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
    maxCachedWorkflows: cachedWorkflows,
    stickyQueueScheduleToStartTimeout: settings.ESPALIER_STICKY_MS,
    maxHeartbeatThrottleInterval: beatEveryMs,
    defaultHeartbeatThrottleInterval: beatEveryMs,
    shutdownGraceTime: '5s',
    shutdownForceTime: '15s',
  };
}
