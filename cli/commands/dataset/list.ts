import type { Command } from 'commander';

import { cacheFolder } from '../../../config/state-folder';
import { exitCodes } from '../../../core/errors/errors';
import { asJson } from '../../../core/values/canonical-json';
import { textTable } from '../../../report/text-table';
import { action } from '../../command-context';

export function registerDatasetList(dataset: Command): void {
  dataset
    .command('list')
    .description('list the names for --dataset and what is already on this machine')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async ({ settings, output }) => {
        const { formNames, listDatasets } = await import('../../../datasets/index.js');
        const listings = await listDatasets({ cacheDir: cacheFolder(settings) });
        const rows = listings.map(({ name, present, problems, visible, licence, trouble }) => [
          name,
          present ? 'here' : trouble === null ? 'to fetch' : 'broken',
          String(problems),
          ...(visible === null
            ? ['?', '?', '?']
            : [String(visible[0]), String(visible[1]), String(visible['2+'])]),
          licence,
        ]);
        const head = [
          'data set',
          'state',
          'problems',
          '0 visible',
          '1 visible',
          '2+ visible',
          'licence',
        ];
        for (const line of textTable([head, ...rows])) output.print(line);
        for (const { name, trouble } of listings) {
          if (trouble !== null) output.note(`${name}: ${trouble}`);
        }
        output.print(
          `A .jsonl, .jsonl.gz or .json file can be named by its path: rows in the form of ${formNames}.`,
        );
        output.result(asJson(listings));
        return exitCodes.ok;
      }),
    );
}
