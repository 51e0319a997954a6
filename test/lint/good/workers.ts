// place: workers/good.ts
import { Worker } from '@temporalio/worker';

import { createActivities } from '../activities/index';
import { readSettings } from '../config/settings';
import type { RunWork } from '../workflows/index';

export const parts: readonly unknown[] = [Worker, createActivities, readSettings];
export type Work = RunWork;
