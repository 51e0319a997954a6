import { startChild } from '@temporalio/workflow';

import type { PlannedItem } from '../../core/ports/work';
import { searchAttributes } from '../../core/durable/search-attributes';
import type { ItemRow } from '../../core/kinds/work-row';
import { attemptWorkflowId } from '../../core/durable/workflow-ids';
import { ChildrenInFlight } from './children-in-flight';
import type { ItemInput } from './item-input';
import type { PauseGate } from './pause-gate';
import type { RunSetting } from './run-setting';
import type { WorkActivities } from './work-activities';

export interface ItemsInFlightOptions {
  readonly setting: RunSetting;
  readonly row: ItemRow;
  readonly gate: PauseGate;
  readonly ports: WorkActivities;
  /** Items that earlier histories started. They were asked to tell their end. */
  readonly carried: readonly PlannedItem[];
  /** Records an item that ended without a record of its own. Never throws. */
  readonly recordUnscored: (item: PlannedItem, cause: string) => Promise<void>;
}

export type ItemsInFlight = ChildrenInFlight<PlannedItem, unknown>;

/** The items under way of a run. Each is a child workflow of the type that the row of its kind names. */
export function itemsInFlight(options: ItemsInFlightOptions): ItemsInFlight {
  const { setting, gate, ports, carried, recordUnscored } = options;
  return new ChildrenInFlight({
    gate,
    ports,
    lookAfterMs: setting.timing.lookAfterMs,
    carried,
    idOf: ({ problem, sample }) => attemptWorkflowId(setting.run, problem, sample),
    startChild: (id, item) => startItem(id, item, options),
    onEnd: (item, { cause }) => (cause === null ? null : recordUnscored(item, cause)),
  });
}

function startItem(
  id: string,
  { problem, sample, position }: PlannedItem,
  { setting, row: { workflow, phase }, gate }: ItemsInFlightOptions,
) {
  const { run, generation } = setting;
  const attempt = { run, problem, sample, generation };
  const begins = setting.beginning ?? phase;
  const input: ItemInput = { setting, attempt, position, paused: gate.paused };
  return startChild(workflow, {
    workflowId: id,
    taskQueue: setting.queues.workflows,
    parentClosePolicy: 'ABANDON',
    args: [input],
    staticSummary: `${setting.labels.method} on ${problem}`,
    searchAttributes: searchAttributes(setting, gate.paused === null ? begins : 'paused'),
  });
}
