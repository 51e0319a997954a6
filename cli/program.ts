import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command } from 'commander';

import { findPackageRoot } from '../config/package-root';
import { throwing } from './run-program';

const groupDescriptions = new Map([
  ['run', 'runs: a method on a data set with a model'],
  ['model', 'our own model server'],
  ['env', 'environments: repositories, their functions, and harnesses that judge them'],
]);

/** One file of commands, which is read when one of them is typed: what `espalier run show` needs is a third of everything. */
export interface CommandEntry {
  /** As they are typed, with the group before them; all of one file stand in one. */
  readonly names: readonly string[];
  readonly load: () => Promise<(parent: Command) => void>;
}

/** Every command, in the order of the help. A new one is its file and an entry here. */
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
 * Commands with their flags; parsing runs the one that was typed. Throws CommanderError instead of ending the process.
 * @param typed what stands behind `espalier`: where it names a command, that one's file alone is read. Default: all are
 */
export async function buildProgram(typed: readonly string[] = []): Promise<Command> {
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

/** The group that such commands stand in, made with its first command; of commands without one the program itself. */
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
