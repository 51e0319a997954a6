// place: client/good.ts
import { Client } from '@temporalio/client';

import { attemptWorkflowId } from '../core/workflow-ids';
import type { RunSweep } from '../workflows/index';

export const parts: readonly unknown[] = [Client, attemptWorkflowId];
export type Sweep = RunSweep;
