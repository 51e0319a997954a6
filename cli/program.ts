import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command } from 'commander';

import { findPackageRoot } from '../config/package-root';
import { throwing } from './run-program';

const groupDescriptions = new Map([
  ['run', 'start, show and control runs; a run is one method on one data set with one model'],
  ['model', 'serve the simulated or a recorded model'],
  ['task', 'make, check and grade repository tasks'],
  ['env', 'build environments from repositories and evaluate models on their functions'],
]);

/** One file of commands. It is loaded only when one of its commands is typed, so that commands start fast. */
export interface CommandEntry {
  /** The commands of the file as they are typed, with their group in front. */
  readonly names: readonly string[];
  readonly load: () => Promise<(parent: Command) => void>;
}

/** Every command, in the order of the help. A new command is one file and one entry here. */
export const commands: readonly CommandEntry[] = [
  { names: ['demo'], load: async () => (await import('./commands/demo.js')).registerDemo },
  { names: ['doctor'], load: async () => (await import('./commands/doctor.js')).registerDoctor },
  {
    names: ['up', 'down'],
    load: async () => (await import('./commands/services.js')).registerServices,
  },
  { names: ['solve'], load: async () => (await import('./commands/solve.js')).registerSolve },
  { names: ['chat'], load: async () => (await import('./commands/chat.js')).registerChat },
  {
    names: ['run start'],
    load: async () => (await import('./commands/run-start.js')).registerRunStart,
  },
  {
    names: ['run list'],
    load: async () => (await import('./commands/run-list.js')).registerRunList,
  },
  {
    names: ['run show'],
    load: async () => (await import('./commands/run-show.js')).registerRunShow,
  },
  {
    names: ['run export'],
    load: async () => (await import('./commands/run-export.js')).registerRunExport,
  },
  {
    names: ['run resume', 'run retry-now', 'run set', 'run cancel'],
    load: async () => (await import('./commands/run-control.js')).registerRunControl,
  },
  {
    names: ['run steer'],
    load: async () => (await import('./commands/steer.js')).registerSteer,
  },
  {
    names: ['evaluate'],
    load: async () => (await import('./commands/evaluate.js')).registerEvaluate,
  },
  { names: ['sweep'], load: async () => (await import('./commands/sweep.js')).registerSweep },
  { names: ['report'], load: async () => (await import('./commands/report.js')).registerReport },
  { names: ['compare'], load: async () => (await import('./commands/compare.js')).registerCompare },
  { names: ['verify'], load: async () => (await import('./commands/verify.js')).registerVerify },
  {
    names: ['env build'],
    load: async () => (await import('./commands/env/build.js')).registerEnvBuild,
  },
  {
    names: [
      'funnel',
      'list',
      'bank',
      'check',
      'evaluate',
      'show',
      'verify',
      'export',
      'import',
    ].map((name) => `env ${name}`),
    load: async () => (await import('./commands/env/register.js')).registerEnvRecords,
  },
  {
    names: ['task make'],
    load: async () => (await import('./commands/task/make.js')).registerTaskMake,
  },
  {
    names: ['list', 'show', 'solve', 'grade', 'check', 'audit', 'export'].map(
      (name) => `task ${name}`,
    ),
    load: async () => (await import('./commands/task/register.js')).registerTasks,
  },
  {
    names: ['simulate'],
    load: async () => (await import('./commands/simulate.js')).registerSimulate,
  },
  { names: ['bank'], load: async () => (await import('./commands/bank.js')).registerBank },
  {
    names: ['model serve'],
    load: async () => (await import('./commands/model-serve.js')).registerModelServe,
  },
  {
    names: ['dataset'],
    load: async () => (await import('./commands/dataset/register.js')).registerDataset,
  },
  { names: ['prompts'], load: async () => (await import('./commands/prompts.js')).registerPrompts },
  {
    names: ['sandbox'],
    load: async () => (await import('./commands/sandbox/register.js')).registerSandbox,
  },
  { names: ['worker'], load: async () => (await import('./commands/worker.js')).registerWorker },
];

/**
 * Builds the commands with their flags; parsing runs the command that was typed. Throws CommanderError instead of ending the process.
 * @param typed the words after `espalier`. If they name a command, only its file is loaded. Default: all files are loaded
 */
export async function buildProgram(typed: readonly string[] = []): Promise<Command> {
  const program = new Command('espalier')
    .description(
      'Run, compare and evaluate agents that write code; each attempt is a durable workflow',
    )
    .version(packageVersion())
    // A flag after a command belongs to that command, even if its group has the same flag.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nExit codes: 0 success; 1 the command ran and found failures; 2 bad usage; 3 this machine is not ready.' +
        '\nEvery command accepts --json, except a group of commands such as `run`. With --json, a command prints one JSON document on stdout, and progress on stderr.' +
        '\nSettings are environment variables. .env.example lists them.',
    );
  for (const { names, load } of typedOf(typed)) {
    const register = await load();
    register(parentOf(program, names));
  }
  return throwing(program);
}

function typedOf([first = '', second = '']: readonly string[]): readonly CommandEntry[] {
  const names = [first, `${first} ${second}`];
  const typed = commands.filter((entry) => entry.names.some((name) => names.includes(name)));
  return typed.length === 0 ? commands : typed;
}

/** The group of these commands, created with its first command; the program itself for commands without a group. */
function parentOf(program: Command, [name = '']: readonly string[]): Command {
  const [group = '', command] = name.split(' ');
  if (command === undefined) return program;
  const made = program.commands.find((known) => known.name() === group);
  return made ?? program.command(group).description(groupDescriptions.get(group) ?? '');
}

function packageVersion(): string {
  const text = readFileSync(join(findPackageRoot(), 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
