import type { Command } from 'commander';

import { exitCodes } from '../../../core/errors/errors';
import { asJson } from '../../../core/values/canonical-json';
import { changeRemovals } from '../../../lab/building/change-removals';
import { withStore } from '../../../lab/with-store';
import { terminalLine } from '../../../report/terminal-safe';
import { action, word } from '../../command-context';

/** `dataset remove-source`: `--json` gives a `Removals`. */
export function registerDatasetRemoveSource(parent: Command): void {
  parent
    .command('remove-source <run> <names...>')
    .summary('leave sources or rows out of a data set')
    .description(
      'leave every dialogue out of the data set of a run that was made of these sources or rows. The run remembers it for all later exports. Nothing is asked again, and no other dialogue changes',
    )
    .option('--undo', 'take the removal of these names back')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly undo?: boolean }>(async (context, call) => {
        const [run, names] = [word(call, 0), call.words.slice(1)];
        const undo = call.flags.undo === true;
        const removals = await withStore(context, (store) =>
          changeRemovals(store, { run, names, undo }),
        );
        const { leftOut } = removals;
        context.output.print(
          leftOut.length === 0
            ? 'Exports of this run leave nothing out.'
            : terminalLine(`Exports of this run leave out: ${leftOut.join(', ')}`),
        );
        context.output.print(
          `Write earlier exports again: \`espalier dataset export ${run} DIRECTORY --force\``,
        );
        context.output.result(asJson(removals));
        return exitCodes.ok;
      }),
    );
}
