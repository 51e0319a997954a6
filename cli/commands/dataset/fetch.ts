import type { Command } from 'commander';

import { cacheFolder } from '../../../config/state-folder';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { action, word } from '../../command-context';

export function registerDatasetFetch(dataset: Command): void {
  dataset
    .command('fetch <name>')
    .description('download a data set from its official address and check it')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async ({ settings, output }, call) => {
        const name = word(call, 0);
        const { fetchDataset } = await import('../../../datasets/index.js');
        const fetched = await fetchDataset(name, { cacheDir: cacheFolder(settings) });
        output.print(`${name} is at ${fetched.path}`);
        output.result(asJson(fetched));
        return exitCodes.ok;
      }),
    );
}
