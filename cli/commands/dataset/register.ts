import type { Command } from 'commander';

import { registerDatasetCheck } from './check';
import { registerDatasetFetch } from './fetch';
import { registerDatasetList } from './list';
import { registerDatasetShow } from './show';

export function registerDataset(program: Command): void {
  const dataset = program
    .command('dataset')
    .description('list, download, show and check data sets');
  registerDatasetList(dataset);
  registerDatasetShow(dataset);
  registerDatasetFetch(dataset);
  registerDatasetCheck(dataset);
}
