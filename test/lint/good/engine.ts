// place: engine/good.ts
import { spawn } from 'node:child_process';

import { NotReadyError } from '../core/errors';
import type { StateFolder } from '../config/state-folder';

export const parts: readonly unknown[] = [spawn, NotReadyError];
export type Mine = StateFolder;
