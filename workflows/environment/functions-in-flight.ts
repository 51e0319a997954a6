import { startChild, workflowInfo } from '@temporalio/workflow';

import type { HarnessRules, PlannedFunction } from '../../core/ports/environment';
import type { FunnelEntry } from '../../core/schemas/environment-funnel';
import { searchAttributes } from '../../core/durable/search-attributes';
import { harnessWorkflowId } from '../../core/durable/workflow-ids';
import { ChildrenInFlight } from '../work/children-in-flight';
import type { ItemInput } from '../work/item-input';
import type { ChildEnd } from '../work/messages';
import type { PauseGate } from '../work/pause-gate';
import type { WorkActivities } from '../work/work-activities';
import { buildHarness } from './build-harness';

export interface FunctionsInFlightOptions {
  readonly item: ItemInput;
  readonly gate: PauseGate;
  readonly ports: WorkActivities;
  readonly environment: string;
  readonly rules: HarnessRules;
  /** Functions that earlier histories began. Their workflows were asked to tell their end. */
  readonly carried: readonly PlannedFunction[];
  readonly onEnd: (planned: PlannedFunction, end: ChildEnd<FunnelEntry>) => void;
}

export type FunctionsInFlight = ChildrenInFlight<PlannedFunction, FunnelEntry>;

/** The functions of a repository whose harnesses are being built. Each is a child workflow. */
export function functionsInFlight(options: FunctionsInFlightOptions): FunctionsInFlight {
  const { item, gate, ports, carried, onEnd } = options;
  return new ChildrenInFlight({
    gate,
    ports,
    lookAfterMs: item.setting.timing.lookAfterMs,
    carried,
    idOf: (planned) => harnessWorkflowId(workflowInfo().workflowId, planned),
    startChild: (workflow, planned) => startHarness(workflow, planned, options),
    onEnd: (planned, end) => {
      onEnd(planned, end);
      return null;
    },
  });
}

function startHarness(
  workflow: string,
  { id }: PlannedFunction,
  { item: { setting, attempt }, gate, environment, rules }: FunctionsInFlightOptions,
) {
  return startChild(buildHarness, {
    workflowId: workflow,
    taskQueue: setting.queues.workflows,
    parentClosePolicy: 'ABANDON',
    args: [{ setting, attempt, environment, function: id, rules, paused: gate.paused }],
    staticSummary: `harness ${workflow.slice(workflow.lastIndexOf('/') + 1)}`,
    searchAttributes: searchAttributes(setting, 'building'),
  });
}
