// place: processes/good.ts
import { spawn } from 'node:child_process';

import { NotReadyError } from '../core/errors/errors';

export const parts: readonly unknown[] = [spawn, NotReadyError];
