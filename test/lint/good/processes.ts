// place: processes/good.ts
import { spawn } from 'node:child_process';

import type { StateFolder } from '../config/state-folder';
import { NotReadyError } from '../core/errors';

export const parts: readonly unknown[] = [spawn, NotReadyError];
export type Mine = StateFolder;
