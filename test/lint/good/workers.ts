// place: workers/good.ts
import { Worker } from '@temporalio/worker';

import { createActivities } from '../activities/index';
import { readSettings } from '../config/settings';

export const parts: readonly unknown[] = [Worker, createActivities, readSettings];
