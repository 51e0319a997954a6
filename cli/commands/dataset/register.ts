import type { Command } from 'commander';

import { registerDatasetBuild } from './build';
import { registerDatasetCheck } from './check';
import { registerDatasetDiff } from './diff';
import { registerDatasetExport } from './export';
import { registerDatasetFetch } from './fetch';
import { registerDatasetList } from './list';
import { registerDatasetPlan } from './plan';
import { registerDatasetRemoveSource } from './remove-source';
import { registerDatasetShow } from './show';
import { registerDatasetVerify } from './verify';

export function registerDataset(program: Command): void {
  const dataset = program
    .command('dataset')
    .description('list, download, show and check data sets; make data sets of dialogues');
  registerDatasetList(dataset);
  registerDatasetShow(dataset);
  registerDatasetFetch(dataset);
  registerDatasetCheck(dataset);
  registerDatasetPlan(dataset);
  registerDatasetBuild(dataset);
  registerDatasetExport(dataset);
  registerDatasetRemoveSource(dataset);
  registerDatasetVerify(dataset);
  registerDatasetDiff(dataset);
}
