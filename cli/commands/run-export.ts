import type { Command } from 'commander';

import { exitCodes } from '../../core/errors/errors';
import { withStore } from '../../lab/with-store';
import { exportRun } from '../../report/export/export-run';
import type { ExportResult } from '../../report/export/export-run';
import { samplesFile } from '../../report/export/sample-rows';
import { action, word } from '../command-context';

function exportedText({ files, samples, traceLines }: ExportResult): string {
  return files.includes(samplesFile)
    ? `${String(samples)} samples`
    : `${String(traceLines)} lines of trace`;
}

interface ExportFlags {
  readonly force?: boolean;
  readonly partial?: boolean;
  readonly withCalls?: boolean;
}

/** Reads records: it works with everything else stopped. */
export function registerRunExport(parent: Command): void {
  parent
    .command('export <run> <directory>')
    .description(
      'export a run to a folder: samples.jsonl, trace.jsonl and run.json; of a run on repository tasks also the files of `task export`',
    )
    .option('--force', 'replace the files of an earlier export')
    .option('--partial', 'export even an unfinished run; leave out attempts without a verdict')
    .option(
      '--with-calls',
      'also write calls.jsonl and problems.jsonl, which `espalier verify` needs',
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<ExportFlags>((context, call) =>
        withStore(context, async (store) => {
          const result = await exportRun({
            store,
            runId: word(call, 0),
            directory: word(call, 1),
            force: call.flags.force === true,
            partial: call.flags.partial === true,
            withCalls: call.flags.withCalls === true,
          });
          context.output.print(
            `${exportedText(result)} in ${result.directory}: ${[...result.files, ...result.further].join(', ')}`,
          );
          if (result.leftOut.length > 0) {
            context.output.note(`left out, without a verdict: ${result.leftOut.join(', ')}`);
          }
          context.output.result({
            ...result,
            files: [...result.files],
            further: [...result.further],
            leftOut: [...result.leftOut],
          });
          return exitCodes.ok;
        }),
      ),
    );
}
