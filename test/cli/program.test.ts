import type { Command } from 'commander';

import { buildProgram, commands } from '../../cli/program';
import { allCommands, throwing, withoutVainHelp } from '../../cli/run-program';

/** `espalier run show` without `espalier`. */
function pathOf(command: Command): readonly string[] {
  return command.parent == null ? [] : [...pathOf(command.parent), command.name()];
}

const helpOf = (program: Command): ReadonlyMap<string, string> =>
  new Map(allCommands(program).map((one) => [pathOf(one).join(' '), one.helpInformation()]));

describe('the program of what was typed', () => {
  it('has each command as the whole program has it', async () => {
    const whole = helpOf(await buildProgram());
    const leaves = allCommands(await buildProgram()).filter(
      ({ commands }) => commands.length === 0,
    );
    expect(leaves.length).toBeGreaterThan(40);
    for (const leaf of leaves) {
      const path = pathOf(leaf);
      const typed = helpOf(await buildProgram([...path, 'with', '--flags']));
      expect([path, typed.get(path.join(' '))]).toEqual([path, whole.get(path.join(' '))]);
      expect(typed.size).toBeLessThan(whole.size / 2);
    }
  });

  it('knows every command by the name that it has there, and no other', async () => {
    const program = await buildProgram();
    const groups = new Set(['run', 'env', 'model', 'task']);
    const names = program.commands.flatMap((one) =>
      groups.has(one.name())
        ? one.commands.map((inner) => `${one.name()} ${inner.name()}`)
        : [one.name()],
    );
    expect(commands.flatMap((entry) => entry.names).sort()).toEqual(names.sort());
  });

  it.each([
    [[]],
    [['--help']],
    [['--version']],
    [['run']],
    [['run', '--help']],
    [['run', 'shw']],
    [['help', 'run', 'show']],
    [['--json', 'run', 'show']],
    [['nosuch']],
  ])('of %j is the whole one: no command is named', async (typed) => {
    expect(helpOf(await buildProgram(typed)).size).toBe(helpOf(await buildProgram()).size);
  });
});

/** Flags of a command that was typed, without running it. @throws CommanderError */
async function parsed(...typed: readonly string[]) {
  const program = await buildProgram(typed);
  const [group, command] = typed;
  const names = [group, `${group} ${command}`];
  const leaf = allCommands(program).find(
    (one) => one.commands.length === 0 && names.includes(pathOf(one).join(' ')),
  );
  leaf?.action(() => undefined);
  await program.parseAsync(typed, { from: 'user' });
  return leaf?.opts();
}

describe('an empty argument', () => {
  it.each([
    ['<directory> "" is empty', ['run', 'export', 'RUN', '']],
    ['<run> "" is empty', ['run', 'show', '']],
    ['<samples> "" is empty', ['evaluate', '', '--dataset', 'bundled']],
    ['<source> "" is empty', ['env', 'build', 'x', '']],
    ['--output "" is empty', ['evaluate', 's.jsonl', '--dataset', 'bundled', '--output', '']],
    ['--save-to "" is empty', ['chat', '--model', 'simulated', '--save-to=']],
    ['--functions "" is empty', ['env', 'build', 'x', '--functions', '']],
  ])('is refused: %s', async (words, typed) => {
    await expect(parsed(...typed)).rejects.toThrow(words);
  });
});

describe('a flag of a run that another command takes', () => {
  it.each([
    ['run resume', '--concurrency', false, '(1 to 1000; default: the last value given)'],
    ['run set', '--concurrency', true, '(1 to 1000)'],
    ['model serve', '--critic-accuracy', false, '(0 to 1; default: 0.8)'],
    ['model serve', '--competence', false, '(0 to 1; default: 0.5)'],
    ['bank stats', '--bank-model', false, '(default: all programs)'],
    ['demo', '--fresh', false, '(default: show the finished demo again)'],
    ['env bank', '--limit', false, 'first n instances (at least 1; default: no limit)'],
  ])('has its range, and the default of the command: %s %s', async (path, flag, needed, says) => {
    const command = allCommands(await buildProgram(path.split(' '))).find(
      (one) => pathOf(one).join(' ') === path,
    );
    const option = command?.options.find(({ long }) => long === flag);
    expect([option?.mandatory, option?.helpGroupHeading ?? 'Options:']).toEqual([
      needed,
      'Options:',
    ]);
    expect(option?.description.endsWith(says)).toBe(true);
  });
});

describe('a flag that is given twice', () => {
  const start = ['run', 'start', '--dataset', 'bundled', '--model', 'simulated'];

  it.each([
    ['--budget was given twice: "3" and "4"', [...start, '--budget', '3', '--budget=4']],
    ['--dataset was given twice: "bundled" and "x.jsonl"', [...start, '--dataset', 'x.jsonl']],
  ])('is refused: %s', async (words, typed) => {
    await expect(parsed(...typed)).rejects.toThrow(words);
  });

  it('is accepted if it takes no value, or collects its values', async () => {
    expect(await parsed(...start, '--json', '--json')).toMatchObject({ json: true });
    expect(await parsed(...start, '--no-reuse', '--no-reuse')).toMatchObject({ reuse: false });
    const levels = ['--assurance-of', 'a=data', '--assurance-of', 'b=shared'];
    expect(await parsed(...start, ...levels)).toMatchObject({ assuranceOf: 'a=data,b=shared' });
    const files = ['--bank', 'a.jsonl', '--bank', 'b.jsonl'];
    expect(await parsed('model', 'serve', ...files)).toMatchObject({
      bank: ['a.jsonl', 'b.jsonl'],
    });
  });
});

describe('--help', () => {
  const typedTo = async (...typed: string[]): Promise<unknown> => {
    const program = throwing(await buildProgram(typed));
    for (const command of allCommands(program)) {
      command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    }
    return program
      .parseAsync(withoutVainHelp(program, typed), { from: 'user' })
      .catch((error: unknown) => (error as { readonly code: string }).code);
  };

  it.each([
    [['bogus', '--help']],
    [['datasets', '-h']],
    [['run', 'shw', '--help']],
    [['sandbox', 'bogus', '--help']],
  ])('does not answer for an unknown command: %j', async (typed) => {
    expect(await typedTo(...typed)).toBe('commander.unknownCommand');
  });

  it.each([
    [['--help']],
    [['run', '--help']],
    [['run', 'show', '--help']],
    [['run', 'show', 'bogus', '--help']],
    [['chat', 'bogus', '--help']],
    [['help', 'run']],
  ])('answers for %j', async (typed) => {
    expect(await typedTo(...typed)).toMatch(/^commander\.help/);
  });
});
