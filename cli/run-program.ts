import { CommanderError } from 'commander';
import type { Command, Option } from 'commander';

import { exitCodes, UsageError } from '../core/errors/errors';
import type { ExitCode } from '../core/errors/errors';
import { Output } from './terminal/output';
import { reportError } from './terminal/report-error';

/** A command and all below it. */
export function allCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap((child) => allCommands(child))];
}

/** The same program, which throws CommanderError instead of ending the process. */
export function throwing(program: Command): Command {
  for (const command of allCommands(program)) {
    command.exitOverride();
    // Said by `usageError`, in the form of every other error.
    command.configureOutput({ outputError: () => undefined });
    for (const option of command.options) refuseTwice(command, option);
  }
  program.hook('preAction', (_, command) => {
    refuseEmpty(command);
  });
  return program;
}

/** Commander would use only the last value. Options that collect their values may be repeated. */
function refuseTwice(command: Command, option: Option): void {
  const collects = option.variadic || option.parseArg !== undefined;
  if (option.isBoolean() || option.negate || collects) return;
  const given: string[] = [];
  command.on(`option:${option.name()}`, (value: string) => {
    given.push(value);
    if (given.length < 2) return;
    const values = given.map((one) => JSON.stringify(one)).join(' and ');
    command.error(`error: ${option.long ?? option.flags} was given twice: ${values}`);
  });
}

/** An empty path would be the current folder, and an unset variable of a script gives an empty argument. */
function refuseEmpty(command: Command): void {
  const isEmpty = (value: unknown): boolean => [value].flat().includes('');
  const at = command.args.indexOf('');
  const argument = command.registeredArguments[at] ?? command.registeredArguments.at(-1);
  if (at !== -1 && argument) command.error(`error: <${argument.name()}> "" is empty`);
  for (const option of command.options) {
    if (isEmpty(command.getOptionValue(option.attributeName()))) {
      command.error(`error: ${option.long ?? option.flags} "" is empty`);
    }
  }
}

function usageError(error: CommanderError, program: Command, typed: readonly string[]): ExitCode {
  const output = new Output({ json: typed.includes('--json') });
  // A command group without a command has shown its help.
  const said = error.code === 'commander.help' || error.code === 'commander.helpDisplayed';
  const words = said ? 'which command?' : error.message.replace(/^error: /, '');
  const path = typed.filter((word) => /^[a-z][a-z-]*$/.test(word)).slice(0, 2);
  const remedy = said ? 'Name one of those above' : helpFor(program, path);
  return reportError(new UsageError(words, remedy, { code: 'BAD_COMMAND_LINE' }), output);
}

function helpFor(program: Command, path: readonly string[]): string {
  const found: string[] = [];
  let at: Command | undefined = program;
  for (const word of path) {
    at = at.commands.find((command) => command.name() === word);
    if (at === undefined) break;
    found.push(word);
  }
  return `\`${[program.name(), ...found, '--help'].join(' ')}\` lists the commands and flags`;
}

/** `espalier run show RUN | head` closes the pipe early: that is no fault. A full disk is. */
function outputLost({ code = 'unknown' }: NodeJS.ErrnoException): never {
  if (code === 'EPIPE') process.exit();
  process.stderr.write(`espalier: the output could not be written (${code})\n  Make room for it\n`);
  process.exit(exitCodes.notReady);
}

/** What was typed. Commander would answer `--help` before it refuses an unknown command: then `--help` is left out. */
export function withoutVainHelp(program: Command, typed: readonly string[]): readonly string[] {
  let at = program;
  for (const word of typed) {
    const next = at.commands.find((command) => command.name() === word);
    if (next !== undefined) {
      at = next;
      continue;
    }
    const isCommand = !word.startsWith('-') && word !== 'help';
    const isUnknown = isCommand && at.commands.length > 0 && at.registeredArguments.length === 0;
    return isUnknown ? typed.filter((one) => one !== '--help' && one !== '-h') : typed;
  }
  return typed;
}

/** @param typed what stands behind the program's name; absent: every command is to be there */
type BuildProgram = (typed?: readonly string[]) => Command | Promise<Command>;

async function parse(build: BuildProgram): Promise<void> {
  process.stdout.on('error', outputLost);
  const typed = process.argv.slice(2);
  try {
    const program = await build(typed);
    await program.parseAsync(withoutVainHelp(program, typed), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and the version are what was asked for; everything else was bad usage.
    process.exitCode =
      error.exitCode === 0 ? exitCodes.ok : usageError(error, await build(), typed);
  }
}

/** Runs the command that was typed, and ends the process when it is done. */
export function runProgram(build: BuildProgram): void {
  // A question to an engine that has died may still be waiting for its next try: it must not outlive the command.
  // What was printed is out, or its error told, when this last write is done.
  void parse(build).then(() =>
    process.stdout.write('', (error) => {
      if (error) outputLost(error);
      process.exit();
    }),
  );
}
