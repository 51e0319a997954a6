import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { withStore } from '../../../lab/with-store';
import {
  functionListLines,
  functionStages,
  listFunctions,
  listRepositories,
  repositoryListLines,
} from '../../../report/environments/environment-list';
import {
  findEnvironmentRun,
  loadRepositories,
} from '../../../report/environments/load-repositories';
import { choiceFlag } from '../../choice-flag';
import { action } from '../../command-context';

interface ListFlags {
  readonly stage?: string;
}

/** `env list`: `--json` gives a list of `ListedRepository`, with RUN of `ListedFunction`. */
export function registerEnvList(env: Command): void {
  env
    .command('list [run]')
    .description('list all built repositories; with RUN, list its functions')
    .option(
      '--stage <stage>',
      `with RUN: list only functions at this stage: ${functionStages.join(', ')}`,
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<ListFlags>((context, { words, flags }) =>
        withStore(context, async (store) => {
          const { output } = context;
          const [given] = words;
          if (given === undefined) {
            const rows = await listRepositories(store);
            if (rows.length === 0)
              output.print('No environments yet: see `espalier env build --help`');
            else for (const line of repositoryListLines(rows, output.columns)) output.print(line);
            output.result(asJson(rows));
            return exitCodes.ok;
          }
          const stage =
            flags.stage === undefined ? null : choiceFlag('--stage', flags.stage, functionStages);
          const run = await findEnvironmentRun(store, given);
          const rows = await listFunctions(store, await loadRepositories(store, run), stage);
          for (const line of functionListLines(rows)) output.print(line);
          output.result(asJson(rows));
          return exitCodes.ok;
        }),
      ),
    );
}
