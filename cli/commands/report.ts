import type { Command } from 'commander';

import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import { plotRuns } from '../../lab/reports/plot-runs';
import { withStore } from '../../lab/with-store';
import { loadWholeRuns } from '../../report/load-run';
import { studyFormats, studyLines } from '../../report/study/formats';
import { studyOf } from '../../report/study/study';
import { tableNames } from '../../report/study/study-table';
import { choiceFlag } from '../choice-flag';
import { action } from '../command-context';
import { wordsFlag } from '../list-flag';

interface ReportFlags {
  readonly format: string;
  readonly tables?: string;
  readonly plots?: string;
  readonly json?: boolean;
}

const formats = [...studyFormats, 'json'] as const;

/** Tables and plots of several runs, in the shapes of CodeTree's paper; reads records alone. */
export function registerReport(program: Command): void {
  program
    .command('report <runs...>')
    .description(
      'print tables over several runs, in the form of the CodeTree paper, and plot pass@1 curves',
    )
    .option('--format <format>', `output format: ${formats.join(', ')}`, 'text')
    .option(
      '--tables <names>',
      `tables to print, separated by commas: ${tableNames.join(', ')} (default: all)`,
    )
    .option(
      '--plots <directory>',
      'write plots of pass@1 against the number of generated programs into this folder, as SVG and PNG',
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<ReportFlags>((context, { words, flags }) =>
        withStore(context, async (store) => {
          const format = choiceFlag('--format', flags.format, formats);
          const names =
            flags.tables === undefined
              ? tableNames
              : wordsFlag('--tables', flags.tables, tableNames);
          const runs = await loadWholeRuns(store, words);
          const study = studyOf(runs, names);
          const plots = flags.plots === undefined ? [] : await plotRuns(runs, flags.plots);
          const document = asJson({ ...study, plots });
          if (format === 'json') context.output.printExactly(JSON.stringify(document));
          else for (const line of studyLines(study, format)) context.output.printExactly(line);
          for (const file of plots) context.output.note(`wrote ${file}`);
          context.output.result(document);
          return exitCodes.ok;
        }),
      ),
    );
}
