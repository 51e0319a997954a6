import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command } from 'commander';

import { findPackageRoot } from '../config/package-root';
import { registerDataset } from './commands/dataset';
import { registerDemo } from './commands/demo';
import { registerDoctor } from './commands/doctor';
import { registerModelServe } from './commands/model-serve';
import { registerRunControl } from './commands/run-control';
import { registerRunRecords } from './commands/run-records';
import { registerRunStart } from './commands/run-start';
import { registerSandbox } from './commands/sandbox/register';
import { registerServices } from './commands/services';
import { registerSolve } from './commands/solve';
import { registerSteer } from './commands/steer';
import { registerWorker } from './commands/worker';
import { throwing } from './run-program';

/** Every command with its flags; parsing runs the one that was typed. Throws CommanderError instead of ending the process. */
export function buildProgram(): Command {
  const program = new Command('espalier')
    .description('Agent-guided code search as durable workflows')
    .version(packageVersion())
    .addHelpText(
      'after',
      '\nExit codes: 0 ok, 1 ran and found failures, 2 bad usage, 3 environment not ready.' +
        '\nEvery command takes --json: one document on stdout, progress on stderr.' +
        '\nSettings are environment variables: see .env.example.',
    );
  registerDemo(program);
  registerDoctor(program);
  registerServices(program);
  registerSolve(program);
  const run = program.command('run').description('runs: a method on a data set with a model');
  registerRunStart(run);
  registerRunRecords(run);
  registerRunControl(run);
  registerSteer(run);
  registerModelServe(program.command('model').description('our own model server'));
  registerDataset(program);
  registerSandbox(program);
  registerWorker(program);
  return throwing(program);
}

function packageVersion(): string {
  const text = readFileSync(join(findPackageRoot(), 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
