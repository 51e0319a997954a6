import { asJson } from '../../../core/values/canonical-json';
import { UsageError } from '../../../core/errors/errors';
import type { Store } from '../../../core/ports/records';
import { datasetRow } from '../../../report/datasets/show/dataset-row';
import { datasetRowTree } from '../../../report/datasets/show/dataset-row-tree';
import { datasetSummary, summaryLines } from '../../../report/datasets/show/dataset-summary';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import type { CommandContext } from '../../command-context';

/** Shows a data set that a run has made: its numbers, or with `row` all that one row or dialogue rests on. */
export async function showMade(
  { output }: CommandContext,
  store: Store,
  {
    run,
    row,
    visibleTests,
  }: {
    readonly run: string;
    readonly row: string | undefined;
    readonly visibleTests: string | undefined;
  },
): Promise<void> {
  if (visibleTests !== undefined) {
    throw new UsageError(
      `--visible-tests does not apply to ${terminalLine(run)}: a run that makes a data set has dialogues, no tests`,
      'Leave the flag out, or name a data set of `espalier dataset list`',
      { code: 'BAD_FLAG' },
    );
  }
  if (row === undefined) {
    const summary = await datasetSummary(store, run);
    const lines = summaryLines(summary).map((cells) => cells.map(terminalLine));
    for (const line of textTable(lines)) output.print(line);
    output.result(asJson(summary));
    return;
  }
  const found = await datasetRow(store, run, row);
  for (const line of datasetRowTree(found)) output.print(line);
  output.result(asJson(found));
}
