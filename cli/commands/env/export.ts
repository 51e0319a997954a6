import type { Command } from 'commander';

import { exitCodes, UsageError } from '../../../core/errors/errors';
import { importEnvironments } from '../../../lab/environments/import-environments';
import { withStore } from '../../../lab/with-store';
import {
  exportEnvironments,
  exportForms,
} from '../../../report/environments/export/export-environments';
import type {
  ExportForm,
  HarborChoice,
} from '../../../report/environments/export/export-environments';
import { findEnvironmentRun } from '../../../report/environments/load-repositories';
import { plural } from '../../../core/words/plural';
import { choiceFlag } from '../../choice-flag';
import { action, word } from '../../command-context';

interface ExportFlags {
  readonly format: string;
  readonly force?: boolean;
  readonly archives?: boolean;
  readonly image?: string;
  readonly grade?: string;
  readonly folder: string;
}

/** `env export`: `--json` gives an `EnvironmentExported`. */
export function registerEnvExport(env: Command): void {
  env
    .command('export <run> <directory>')
    .description(
      'export the accepted instances of a run; nothing is written if an instance is incomplete',
    )
    .option(
      '--format <name>',
      `export format: ${exportForms.join(', ')}; the native format is always written too`,
      'instances',
    )
    .option(
      '--archives',
      'also export the installed repositories, so that another state folder can grade with them',
    )
    .option(
      '--image <name>',
      'with harbor: image that holds the repository without the function body',
    )
    .option(
      '--grade <command>',
      'with harbor: grading command that exits with 0 for a pass; {id} and {environment} are replaced',
    )
    .option('--folder <path>', 'with harbor: path of the repository in the image', '/repository')
    .option('--force', 'replace the files of an earlier export')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<ExportFlags>((context, call) =>
        withStore(context, async (store) => {
          const { flags } = call;
          const form = choiceFlag('--format', flags.format, exportForms);
          const run = await findEnvironmentRun(store, word(call, 0));
          const result = await exportEnvironments({
            ...{ store, run, form, directory: word(call, 1) },
            force: flags.force === true,
            archives: flags.archives === true,
            harbor: harborChoice(form, flags),
          });
          const { files, instances, directory } = result;
          context.output.print(
            `${plural(instances, 'instance')} in ${directory}: ${plural(files.length, 'file')}, form ${form}`,
          );
          context.output.result({ ...result, files: [...files] });
          return exitCodes.ok;
        }),
      ),
    );
}

/** `env import`: `--json` gives an `ImportedEnvironments`. */
export function registerEnvImport(env: Command): void {
  env
    .command('import <directory>')
    .description('recreate a run from its export')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action((context, call) =>
        withStore(context, async (store) => {
          const result = await importEnvironments(store, word(call, 0));
          const { run, instances, archives } = result;
          context.output.print(
            `run ${run}: ${plural(instances, 'instance')}, ${plural(archives, 'archive')}`,
          );
          if (archives === 0) {
            context.output.note(
              'no archives came with it: export with --archives to grade by it here',
            );
          }
          context.output.result({ ...result });
          return exitCodes.ok;
        }),
      ),
    );
}

function harborChoice(
  form: ExportForm,
  { image, grade, folder }: ExportFlags,
): HarborChoice | null {
  if (form !== 'harbor') {
    if (image === undefined && grade === undefined) return null;
    throw new UsageError(
      '--image and --grade are of harbor tasks',
      'Leave them out, or add --format harbor',
      { code: 'BAD_FLAG' },
    );
  }
  if (image !== undefined && grade !== undefined) return { image, grade, folder };
  throw new UsageError(
    'harbor tasks name an image and a command that grades, which nobody here knows',
    'Add --image NAME and --grade COMMAND, with {id} and {environment} in their place',
    { code: 'BAD_FLAG' },
  );
}
