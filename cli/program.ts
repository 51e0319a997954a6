import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command } from 'commander';

import { findPackageRoot } from '../config/package-root';
import { registerBank } from './commands/bank';
import { registerChat } from './commands/chat';
import { registerCompare } from './commands/compare';
import { registerDataset } from './commands/dataset/register';
import { registerDemo } from './commands/demo';
import { registerDoctor } from './commands/doctor';
import { registerEnvBuild } from './commands/env/build';
import { registerEnvRecords } from './commands/env/register';
import { registerEvaluate } from './commands/evaluate';
import { registerModelServe } from './commands/model-serve';
import { registerPrompts } from './commands/prompts';
import { registerReport } from './commands/report';
import { registerRunControl } from './commands/run-control';
import { registerRunRecords } from './commands/run-records';
import { registerRunStart } from './commands/run-start';
import { registerSandbox } from './commands/sandbox/register';
import { registerServices } from './commands/services';
import { registerSimulate } from './commands/simulate';
import { registerSolve } from './commands/solve';
import { registerSteer } from './commands/steer';
import { registerVerify } from './commands/verify';
import { registerSweep } from './commands/sweep';
import { registerWorker } from './commands/worker';
import { throwing } from './run-program';

const groupDescriptions = {
  run: 'runs: a method on a data set with a model',
  model: 'our own model server',
  env: 'environments: repositories, their functions, and harnesses that judge them',
};

interface CommandEntry {
  readonly register: (parent: Command) => void;
  readonly under?: keyof typeof groupDescriptions;
}

/** Every command, in the order of the help. A new one is its file and a line here. */
const commands: readonly CommandEntry[] = [
  { register: registerDemo },
  { register: registerDoctor },
  { register: registerServices },
  { register: registerSolve },
  { register: registerChat },
  { register: registerRunStart, under: 'run' },
  { register: registerRunRecords, under: 'run' },
  { register: registerRunControl, under: 'run' },
  { register: registerSteer, under: 'run' },
  { register: registerEvaluate },
  { register: registerSweep },
  { register: registerReport },
  { register: registerCompare },
  { register: registerVerify },
  { register: registerEnvBuild, under: 'env' },
  { register: registerEnvRecords, under: 'env' },
  { register: registerSimulate },
  { register: registerBank },
  { register: registerModelServe, under: 'model' },
  { register: registerDataset },
  { register: registerPrompts },
  { register: registerSandbox },
  { register: registerWorker },
];

/** Every command with its flags; parsing runs the one that was typed. Throws CommanderError instead of ending the process. */
export function buildProgram(): Command {
  const program = new Command('espalier')
    .description('Agent-guided code search as durable workflows')
    .version(packageVersion())
    // What stands behind a command is that command's own, also where its group takes the same flag.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nExit codes: 0 ok, 1 ran and found failures, 2 bad usage, 3 environment not ready.' +
        '\nEvery command takes --json: one document on stdout, progress on stderr.' +
        '\nSettings are environment variables: see .env.example.',
    );
  for (const { register, under } of commands) {
    register(under === undefined ? program : groupOf(program, under));
  }
  return throwing(program);
}

/** The group of this name, made with its first command. */
function groupOf(program: Command, name: keyof typeof groupDescriptions): Command {
  const made = program.commands.find((command) => command.name() === name);
  return made ?? program.command(name).description(groupDescriptions[name]);
}

function packageVersion(): string {
  const text = readFileSync(join(findPackageRoot(), 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
