import { proxyActivities } from '@temporalio/workflow';

import type { GradedBatch, GradingPorts } from '../../../core/ports/grading';

/** Grades one batch, trying again soon. */
export async function gradeOneBatch(batch: string): Promise<GradedBatch> {
  const { gradeBatch } = proxyActivities<GradingPorts>({
    startToCloseTimeout: '2m',
    heartbeatTimeout: '2s',
    retry: { initialInterval: 100, maximumInterval: 100 },
  });
  return gradeBatch({ batch });
}
