// place: sandbox/docker-good.ts
import Docker from 'dockerode';

import { EspalierError } from '../core/errors/errors';
import { processFacts } from '../processes/process-table';

export const parts: readonly unknown[] = [Docker, EspalierError, processFacts, process.pid];
