// place: sandbox/docker-good.ts
import Docker from 'dockerode';

import { EspalierError } from '../core/errors';

export const parts: readonly unknown[] = [Docker, EspalierError, process.pid];
