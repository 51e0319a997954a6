// place: activities/good.ts
import { Context } from '@temporalio/activity';

import { createModelClient } from '../llm/index';
import { openStore } from '../store/index';
import { runCheck } from '../sandbox/index';
import { loadDataset } from '../datasets/index';

export const parts: readonly unknown[] = [
  Context,
  createModelClient,
  openStore,
  runCheck,
  loadDataset,
];
