#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command, CommanderError } from 'commander';

import { findPackageRoot } from '../config/package-root';
import { exitCodes } from '../core/errors';
import { registerDataset } from './commands/dataset';
import { registerDemo } from './commands/demo';
import { registerDoctor } from './commands/doctor';
import { registerModelServe } from './commands/model-serve';
import { registerRunControl } from './commands/run-control';
import { registerRunRecords } from './commands/run-records';
import { registerRunStart } from './commands/run-start';
import { registerServices } from './commands/services';
import { registerSolve } from './commands/solve';
import { registerWorker } from './commands/worker';

function buildProgram(): Command {
  const program = new Command('espalier')
    .description('Agent-guided code search as durable workflows')
    .version(packageVersion())
    .showHelpAfterError('(add --help for what there is)');
  registerDemo(program);
  registerDoctor(program);
  registerServices(program);
  registerSolve(program);
  const run = program.command('run').description('a method on a data set with a model');
  registerRunStart(run);
  registerRunRecords(run);
  registerRunControl(run);
  registerModelServe(program.command('model').description('our own model server'));
  registerDataset(program);
  registerWorker(program);
  for (const command of allCommands(program)) command.exitOverride();
  return program;
}

function allCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap((child) => allCommands(child))];
}

function packageVersion(): string {
  const text = readFileSync(join(findPackageRoot(), 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}

async function main(): Promise<void> {
  try {
    await buildProgram().parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and the version are what was asked for; everything else was bad usage, and has been said.
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
}

void main();
