import type { Command } from 'commander';

import { UsageError } from '../../../core/errors/errors';
import { action } from '../../command-context';

/** What was a command of `sandbox` and is a trial now: people have it in their fingers and scripts. */
const trials = ['hostile', 'parity', 'bench', 'soak', 'chaos', 'memscan', 'wire-test'] as const;

/** Says of each where it is now, whatever flags come with it. */
export function registerTrialsElsewhere(parent: Command): void {
  for (const name of trials) {
    parent
      .command(name, { hidden: true })
      .argument('[words...]')
      .option('--json', 'print one JSON document on stdout')
      .helpOption(false)
      .allowUnknownOption()
      .action(
        action(async () => {
          throw new UsageError(
            `sandbox ${name} is a trial now, and no command of espalier`,
            `In a checkout: \`npm run trial -- ${name}\``,
            { code: 'BAD_COMMAND_LINE' },
          );
        }),
      );
  }
}
