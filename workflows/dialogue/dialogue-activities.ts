import { proxyActivities } from '@temporalio/workflow';
import type { ActivityInterfaceFor } from '@temporalio/workflow';

import type { DialoguePorts } from '../../core/ports/dialogue';
import { isChatId } from '../../core/refinement/chat-id';
import {
  blockOptions,
  gradingOptions,
  modelOptions,
  recordOptions,
  visibleTestOptions,
} from '../work/activity-options';
import type { RunSetting } from '../work/run-setting';
import { workActivities } from '../work/work-activities';
import type { WorkActivities } from '../work/work-activities';

type Model = Pick<DialoguePorts, 'generateReply' | 'giveFeedback'>;
type Execution = Pick<DialoguePorts, 'executeProgram' | 'executeBlock'>;
/** Both activities run hidden tests: one to find the assurance level of the problem, one to grade the answers. */
type Grading = Pick<DialoguePorts, 'beginDialogue' | 'finishDialogue'>;
type Records = Pick<DialoguePorts, 'recordEvent' | 'remindPerson'>;

export interface DialogueActivities {
  readonly work: WorkActivities;
  readonly model: ActivityInterfaceFor<Model>;
  readonly execution: ActivityInterfaceFor<Execution>;
  readonly grading: ActivityInterfaceFor<Grading>;
  readonly records: ActivityInterfaceFor<Records>;
}

export function dialogueActivities(setting: RunSetting): DialogueActivities {
  return {
    work: workActivities(setting),
    model: proxyActivities<Model>(modelOptions(setting)),
    execution: proxyActivities<Execution>(
      isChatId(setting.run) ? blockOptions(setting) : visibleTestOptions(setting),
    ),
    grading: proxyActivities<Grading>(gradingOptions(setting)),
    records: proxyActivities<Records>(recordOptions(setting)),
  };
}
