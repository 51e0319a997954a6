import type { Command } from 'commander';

import { registerEnvBank } from './bank';
import { registerEnvCheck } from './check';
import { registerEnvEvaluate } from './evaluate';
import { registerEnvExport, registerEnvImport } from './export';
import { registerEnvFunnel } from './funnel';
import { registerEnvList } from './list';
import { registerEnvShow } from './show';
import { registerEnvVerify } from './verify';

/** Commands of `env` on what was built. */
export function registerEnvRecords(env: Command): void {
  registerEnvList(env);
  registerEnvShow(env);
  registerEnvFunnel(env);
  registerEnvExport(env);
  registerEnvImport(env);
  registerEnvCheck(env);
  registerEnvBank(env);
  registerEnvEvaluate(env);
  registerEnvVerify(env);
}
