// place: cli/commands/good.ts
import { Command } from 'commander';

import { readSettings } from '../../config/settings';
import type { Engine } from '../../engine/index';
import { startRun } from '../../lab/runs/start-run';
import { runTable } from '../../report/run-table';

export async function good(engine: Engine): Promise<void> {
  const workers: unknown = await import('../../workers/index');
  console.log(Command, readSettings, startRun, runTable, workers, engine);
}
