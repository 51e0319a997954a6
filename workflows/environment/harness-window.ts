import {
  condition,
  executeChild,
  isCancellation,
  log,
  rootCause,
  workflowInfo,
} from '@temporalio/workflow';

import type { HarnessRules, PlannedFunction } from '../../core/ports/environment';
import { withEnd, withUnfinished } from '../../core/repository/live-funnel';
import type { LiveFunnel } from '../../core/repository/live-funnel';
import { searchAttributes } from '../../core/search-attributes';
import { harnessWorkflowId } from '../../core/workflow-ids';
import { forwardPause } from '../work/forward-pause';
import type { ItemInput } from '../work/item-input';
import type { PauseGate } from '../work/pause-gate';
import { untilFree } from '../work/until-free';
import { buildHarness } from './build-harness';

export interface HarnessWindowOptions {
  readonly item: ItemInput;
  readonly gate: PauseGate;
  readonly environment: string;
  readonly rules: HarnessRules;
  /** Functions at a time. */
  readonly most: number;
  readonly funnel: LiveFunnel;
}

/** The functions of a repository that harnesses are being built for, each by a child, so many at a time. */
export class HarnessWindow {
  private readonly inFlight = new Map<string, PlannedFunction>();
  funnel: LiveFunnel;

  constructor(private readonly options: HarnessWindowOptions) {
    this.funnel = options.funnel;
  }

  get underWay(): readonly { readonly id: string; readonly workflow: string }[] {
    return [...this.inFlight].map(([workflow, { id }]) => ({ id, workflow }));
  }

  async roomForOneMore(): Promise<void> {
    const { most, gate } = this.options;
    await condition(() => this.inFlight.size < most && gate.paused === null);
  }

  async empty(): Promise<void> {
    await condition(() => this.inFlight.size === 0);
  }

  start(planned: PlannedFunction): void {
    const workflow = harnessWorkflowId(workflowInfo().workflowId, planned);
    this.inFlight.set(workflow, planned);
    void this.workOn(workflow, planned).finally(() => this.inFlight.delete(workflow));
  }

  async tellOfPause(reason: string | null): Promise<void> {
    const { gate } = this.options;
    const told = [...this.inFlight.keys()].map((workflow) =>
      forwardPause(workflow, reason, () => this.inFlight.has(workflow) && gate.paused === reason),
    );
    await Promise.all(told);
  }

  /** Never throws: a function that trouble has broken off is left to `run resume`. */
  private async workOn(workflow: string, { id }: PlannedFunction): Promise<void> {
    const { item, gate, environment, rules } = this.options;
    const { setting, attempt } = item;
    try {
      const end = await untilFree(() =>
        executeChild(buildHarness, {
          workflowId: workflow,
          taskQueue: setting.queues.workflows,
          args: [{ setting, attempt, environment, function: id, rules, paused: gate.paused }],
          staticSummary: `harness ${workflow.slice(workflow.lastIndexOf('/') + 1)}`,
          searchAttributes: searchAttributes(setting, 'building'),
        }),
      );
      this.funnel = withEnd(this.funnel, end);
    } catch (error) {
      const cause = isCancellation(error)
        ? 'it was cancelled'
        : (rootCause(error) ?? String(error));
      log.warn('a function came to no end', { workflow, cause });
      this.funnel = withUnfinished(this.funnel, { id, cause });
    }
  }
}
