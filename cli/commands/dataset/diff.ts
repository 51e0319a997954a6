import type { Command } from 'commander';

import { exitCodes } from '../../../core/errors/errors';
import { asJson } from '../../../core/values/canonical-json';
import { countText, plural } from '../../../core/words/plural';
import { withStore } from '../../../lab/with-store';
import { diffDatasets } from '../../../report/datasets/diff/diff-datasets';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { action, word } from '../../command-context';

/** `dataset diff`: `--json` gives a `DatasetDiff`. */
export function registerDatasetDiff(dataset: Command): void {
  dataset
    .command('diff <before> <after>')
    .summary('compare two data sets that were made')
    .description(
      'compare what two runs of `dataset build` have made: which dialogues were added, removed or changed, and the first cause of each',
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, call) =>
        withStore(context, async (store) => {
          const { output } = context;
          const diff = await diffDatasets(store, word(call, 0), word(call, 1));
          const { same, changes } = diff;
          const lines = changes.map(({ change, row, why }) => [change, row, why].map(terminalLine));
          for (const line of textTable(lines)) output.print(line);
          output.print(
            `${plural(changes.length, 'dialogue')} differ${changes.length === 1 ? 's' : ''}, ${countText(same)} the same`,
          );
          output.result(asJson(diff));
          return exitCodes.ok;
        }),
      ),
    );
}
