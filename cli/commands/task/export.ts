import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { countText, plural } from '../../../core/words/plural';
import { withStore } from '../../../lab/with-store';
import { checkDirectory } from '../../../report/export/write-directory';
import { findRun } from '../../../report/load-run';
import { writeOfficialFiles } from '../../../report/patches/official-files';
import { action, word } from '../../command-context';

/** `task export`: reads records, so it works with everything else stopped. */
export function registerTaskExport(parent: Command): void {
  parent
    .command('export <run> <folder>')
    .description(
      'write the patches of a run, their report and their logs as the SWE-bench harness does: preds.json, all_preds.jsonl,' +
        ' MODEL.RUN.json and logs/run_evaluation',
    )
    .option('--force', 'replace the files of an earlier export')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly force?: boolean }>((context, call) =>
        withStore(context, async (store) => {
          const folder = word(call, 1);
          const run = await findRun(store, word(call, 0));
          await checkDirectory(folder, call.flags.force === true);
          const written = await writeOfficialFiles(store, run, folder);
          const { predictions, files, reports } = written;
          context.output.print(
            `${countText(predictions)} ${predictions === 1 ? 'patch' : 'patches'} in ${folder}: ${reports.join(', ')}, ${plural(files, 'file')} in all`,
          );
          context.output.result(asJson(written));
          return exitCodes.ok;
        }),
      ),
    );
}
