// place: cli/commands/good.ts
import { Command } from 'commander';

import { readSettings } from '../../config/settings';
import { startRun } from '../../lab/runs/start-run';
import { runTable } from '../../report/run-table';
import type { Sandbox } from '../../sandbox/index';

export async function good(sandbox: Sandbox): Promise<void> {
  const workers: unknown = await import('../../workers/index');
  console.log(Command, readSettings, startRun, runTable, workers, sandbox);
}
