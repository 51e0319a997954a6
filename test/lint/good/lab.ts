// place: lab/runs/good.ts
import { z } from 'zod';

import type { EngineConnection } from '../../client';
import { steer } from '../../client';
import { readSettings } from '../../config/settings';
import { loadDataset } from '../../datasets';
import { ensureEngine } from '../../engine';
import { ensureProcess } from '../../processes';
import { loadRun } from '../../report/load-run';
import { openStore } from '../../store';

export async function good(client: EngineConnection): Promise<readonly unknown[]> {
  const parts = [z, steer, readSettings, loadDataset, ensureEngine, ensureProcess, loadRun];
  const heavy: unknown = await import('../../sandbox/index');
  return [...parts, openStore, heavy, client];
}
