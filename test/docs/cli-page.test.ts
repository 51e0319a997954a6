import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Command } from 'commander';

import { buildProgram } from '../../cli/program';

const page = readFileSync(resolve(__dirname, '../../docs/cli.md'), 'utf8');

/** Commands that the help lists and that do something, without the program's name: `run steer abort`. */
function commandsOf(parent: Command, path = ''): readonly string[] {
  const visible = parent.createHelp().visibleCommands(parent);
  return visible
    .filter((command) => command.name() !== 'help')
    .flatMap((command) => {
      const name = `${path} ${command.name()}`.trim();
      const below = commandsOf(command, name);
      return below.length === 0 || command.registeredArguments.length > 0
        ? [name, ...below]
        : below;
    });
}

describe('docs/cli.md', () => {
  it('lists every command in the first cell of a table row', async () => {
    const cells = page.split('\n').flatMap((line) => /^\| (`.*?) \| /.exec(line)?.[1] ?? []);
    const listed = cells
      .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)])
      .map(([, typed = '']) => `${typed} `);
    const commands = commandsOf(await buildProgram());
    expect(commands.length).toBeGreaterThan(50);
    const missing = commands.filter(
      (name) => !listed.some((typed) => typed.startsWith(`${name} `)),
    );
    expect(missing).toEqual([]);
  });
});
