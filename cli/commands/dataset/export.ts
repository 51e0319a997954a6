import type { Command } from 'commander';
import { z } from 'zod';

import { datasetFormNames } from '../../../core/code-feedback/export/formats';
import { exitCodes } from '../../../core/errors/errors';
import { asJson } from '../../../core/values/canonical-json';
import { plural } from '../../../core/words/plural';
import { choice, name, oneOf } from '../../../lab/planning/request-members';
import { membersOf } from '../../../lab/planning/request-options';
import type { RequestOptions } from '../../../lab/planning/request-options';
import { withStore } from '../../../lab/with-store';
import { requireRemovable } from '../../../report/datasets/export/require-removable';
import { action, word } from '../../command-context';
import { addFlags, readFlags } from '../../request-flags';

const exportOptions = {
  form: {
    schema: z.array(oneOf(datasetFormNames)).min(1).readonly().default(['code-feedback']),
    value: '<form...>',
    help: `forms of the rows: ${datasetFormNames.join(', ')}`,
    usual: 'code-feedback',
    repeats: true,
  },
  without: {
    schema: z.array(name).readonly().default([]),
    value: '<source|row...>',
    help: 'leave out dialogues made of these sources or rows; no other dialogue changes',
    repeats: true,
  },
  parquet: {
    schema: choice.default(false),
    help: 'write each form as Parquet too, and name these files in the card',
  },
  force: { schema: choice.default(false), help: 'replace the files of an earlier export' },
} as const satisfies RequestOptions;

const ExportFlags = z.strictObject(membersOf(exportOptions));

/** `dataset export`: `--json` gives an `ExportedDataset`. */
export function registerDatasetExport(parent: Command): void {
  const command = parent
    .command('export <run> <directory>')
    .summary('write a data set that was made')
    .description(
      'write the dialogues of a run of `dataset build`, the lineage of each, the rows that were left out and why, the counts of every stage, and a dataset card. The same run gives the same bytes',
    );
  addFlags(command, exportOptions)
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, call) => {
        const flags = readFlags(ExportFlags, call.flags, 'dataset export --help');
        return withStore(context, async (store) => {
          const run = word(call, 0);
          await requireRemovable(store, run, flags.without, (name) => `--without ${name}`);
          const { exportDataset } =
            await import('../../../report/datasets/export/export-dataset.js');
          const done = await exportDataset(store, {
            ...{ run, directory: word(call, 1), forms: flags.form, parquet: flags.parquet },
            ...{ force: flags.force, without: new Set(flags.without) },
          });
          const { dialogues, removed } = done;
          const left = removed === 0 ? '' : `, ${String(removed)} left out on request`;
          const { preference } = done.rows;
          const pairs =
            preference === undefined ? '' : `, ${plural(preference, 'preference pair')}`;
          context.output.print(
            `${plural(dialogues, 'dialogue')} in ${word(call, 1)}${pairs}${left}`,
          );
          context.output.result(asJson(done));
          return exitCodes.ok;
        });
      }),
    );
}
