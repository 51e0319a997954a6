// place: repositories/good.ts
import { spawn } from 'node:child_process';

import { EspalierError } from '../core/errors/errors';

export const parts: readonly unknown[] = [spawn, EspalierError];
