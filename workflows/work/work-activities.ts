import { proxyActivities } from '@temporalio/workflow';
import type { ActivityInterfaceFor } from '@temporalio/workflow';

import type { WorkPorts } from '../../core/ports/work';
import { recordOptions } from './activity-options';
import type { RunSetting } from './run-setting';

export type WorkActivities = ActivityInterfaceFor<WorkPorts>;

export function workActivities(setting: RunSetting): WorkActivities {
  return proxyActivities<WorkPorts>(recordOptions(setting));
}
