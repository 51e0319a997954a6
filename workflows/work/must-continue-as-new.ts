import { workflowInfo } from '@temporalio/workflow';

import type { RunSetting } from './run-setting';

/** Whether the next history is due: asked between expansions, functions and rounds, never in the middle of one. */
export function mustContinueAsNew({ timing }: RunSetting): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return (
    continueAsNewSuggested || (timing.maxHistory !== null && historyLength >= timing.maxHistory)
  );
}
