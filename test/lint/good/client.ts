// place: client/good.ts
import { Client } from '@temporalio/client';

import { attemptWorkflowId } from '../core/durable/workflow-ids';
import type { RunWork } from '../workflows/index';

export const parts: readonly unknown[] = [Client, attemptWorkflowId];
export type Work = RunWork;
