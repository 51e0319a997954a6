import { workflowInfo } from '@temporalio/workflow';

import type { RunSetting } from './run-setting';

/** Asked between expansions and between problems only: a history never ends in the middle of one. */
export function mustContinueAsNew({ timing }: RunSetting): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return (
    continueAsNewSuggested || (timing.maxHistory !== null && historyLength >= timing.maxHistory)
  );
}
