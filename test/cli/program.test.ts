import type { Command } from 'commander';

import { buildProgram } from '../../cli/program';
import { allCommands } from '../../cli/run-program';

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

  it.each([[[]], [['--help']], [['run']], [['run', '--help']], [['nosuch']]])(
    'of %j is the whole one: no command is named',
    async (typed) => {
      expect(helpOf(await buildProgram(typed)).size).toBe(helpOf(await buildProgram()).size);
    },
  );
});
