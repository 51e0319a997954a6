import { proxyActivities } from '@temporalio/workflow';
import type { ActivityInterfaceFor } from '@temporalio/workflow';

import type { EvaluationPorts } from '../../core/ports/evaluation';
import { gradingOptions } from '../work/activity-options';
import type { RunSetting } from '../work/run-setting';

/** What the workflow that grades samples may ask for. */
export function evaluationActivities(setting: RunSetting): ActivityInterfaceFor<EvaluationPorts> {
  return proxyActivities<EvaluationPorts>(gradingOptions(setting));
}
