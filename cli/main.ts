#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command, CommanderError } from 'commander';

import { findPackageRoot } from '../config/package-root';
import { exitCodes, UsageError } from '../core/errors';
import type { ExitCode } from '../core/errors';
import { registerDataset } from './commands/dataset';
import { registerDemo } from './commands/demo';
import { registerDoctor } from './commands/doctor';
import { registerModelServe } from './commands/model-serve';
import { registerRunControl } from './commands/run-control';
import { registerRunRecords } from './commands/run-records';
import { registerRunStart } from './commands/run-start';
import { registerServices } from './commands/services';
import { registerSolve } from './commands/solve';
import { registerSteer } from './commands/steer';
import { registerWorker } from './commands/worker';
import { Output } from './terminal/output';
import { reportError } from './terminal/report-error';

function buildProgram(): Command {
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
  registerWorker(program);
  for (const command of allCommands(program)) {
    command.exitOverride();
    // Said by `usageError`, in the form of every other error.
    command.configureOutput({ outputError: () => undefined });
  }
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

/** Help and the version are what was asked for; everything else was bad usage. */
function usageError(error: CommanderError, typed: readonly string[]): ExitCode {
  if (error.exitCode === 0) return exitCodes.ok;
  const output = new Output({ json: typed.includes('--json') });
  // A command group without a command has shown its help.
  const said = error.code === 'commander.help' || error.code === 'commander.helpDisplayed';
  const words = said ? 'which command?' : error.message.replace(/^error: /, '');
  const path = typed.filter((word) => /^[a-z]+$/.test(word)).slice(0, 2);
  const remedy = said ? 'Name one of those above' : helpFor(path);
  return reportError(new UsageError(words, remedy, { code: 'BAD_COMMAND_LINE' }), output);
}

function helpFor(path: readonly string[]): string {
  const found: string[] = [];
  let at: Command | undefined = buildProgram();
  for (const word of path) {
    at = at.commands.find((command) => command.name() === word);
    if (at === undefined) break;
    found.push(word);
  }
  return `What can be typed: \`${['espalier', ...found, '--help'].join(' ')}\``;
}

async function main(): Promise<void> {
  // `espalier run show RUN | head` closes the pipe early: that is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.notReady);
  });
  try {
    await buildProgram().parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = usageError(error, process.argv.slice(2));
  }
}

void main();
