import { workflowInfo } from '@temporalio/workflow';

import type { RunSetting } from './run-setting';

/** Whether the next history must begin. This is asked between expansions, functions and rounds, never during one. */
export function mustContinueAsNew({ timing }: RunSetting): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return (
    continueAsNewSuggested || (timing.maxHistory !== null && historyLength >= timing.maxHistory)
  );
}
