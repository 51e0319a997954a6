// place: engine/good.ts
import { spawn } from 'node:child_process';

import { NotReadyError } from '../core/errors/errors';
import type { ProcessRecord } from '../processes';

export const parts: readonly unknown[] = [spawn, NotReadyError];
export type Mine = ProcessRecord;
