// place: cli/commands/good.ts
import { Command } from 'commander';

import { connect } from '../../client/connect';
import { readSettings } from '../../config/settings';
import type { Engine } from '../../engine/index';
import { runTable } from '../../report/run-table';

export async function good(engine: Engine): Promise<void> {
  const workers: unknown = await import('../../workers/index');
  console.log(Command, connect, readSettings, runTable, workers, engine);
}
