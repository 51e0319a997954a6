import type { Settings } from '../../config/settings';
import type { LoadedDataset } from '../../datasets';
import { taskBankFile } from '../banks/task-bank';
import { chooseModel } from './model-choice';
import type { ModelChoice } from './model-choice';
import type { CheckedRequest } from './run-request';

/** `--model simulated` on tasks that bring what solves them answers from their own bank. Any other choice stands. */
export async function withBankOfTasks(
  request: CheckedRequest,
  { dataset, model }: { readonly dataset: LoadedDataset; readonly model: ModelChoice },
  settings: Settings,
): Promise<ModelChoice> {
  if (request.model !== 'simulated') return model;
  const file = await taskBankFile(dataset, settings);
  if (file === null) return model;
  return chooseModel({ ...request, model: `simulated:${file}` }, settings);
}
