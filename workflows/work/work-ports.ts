import { proxyActivities } from '@temporalio/workflow';
import type { ActivityInterfaceFor } from '@temporalio/workflow';

import type { WorkPorts } from '../../core/ports/work';
import { recordOptions } from './activity-options';
import type { RunSetting } from './run-setting';

/** What workflows of every kind may ask for. */
export type WorkDoor = ActivityInterfaceFor<WorkPorts>;

export function workPorts(setting: RunSetting): WorkDoor {
  return proxyActivities<WorkPorts>(recordOptions(setting));
}
