import {
  CancellationScope,
  condition,
  isCancellation,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';

import type { HarnessRules, PlannedFunction } from '../../core/ports/environment';
import { withEnd, withUnfinished } from '../../core/repository/live-funnel';
import type { LiveFunnel } from '../../core/repository/live-funnel';
import type { FunnelEntry } from '../../core/schemas/environment-funnel';
import { searchAttributes } from '../../core/search-attributes';
import { harnessWorkflowId } from '../../core/workflow-ids';
import { ChildrenInFlight } from '../work/children-in-flight';
import type { ItemInput } from '../work/item-input';
import type { ChildEnd } from '../work/messages';
import type { PauseGate } from '../work/pause-gate';
import type { WorkActivities } from '../work/work-activities';
import { wasCancelled } from './as-function';
import { buildHarness } from './build-harness';

export interface HarnessWindowOptions {
  readonly item: ItemInput;
  readonly gate: PauseGate;
  readonly ports: WorkActivities;
  readonly environment: string;
  readonly rules: HarnessRules;
  /** Functions at a time. */
  readonly most: number;
  readonly funnel: LiveFunnel;
  /** Begun by earlier histories and not ended. */
  readonly carried: readonly PlannedFunction[];
}

/** The functions of a repository that harnesses are being built for, each by a child, so many at a time. */
export class HarnessWindow {
  funnel: LiveFunnel;
  private started = 0;
  private readonly functions: ChildrenInFlight<PlannedFunction, FunnelEntry>;

  constructor(private readonly options: HarnessWindowOptions) {
    const { item, gate, ports, funnel, carried } = options;
    this.funnel = funnel;
    this.functions = new ChildrenInFlight({
      gate,
      ports,
      lookAfterMs: item.setting.timing.lookAfterMs,
      carried,
      idOf: (planned) => harnessWorkflowId(workflowInfo().workflowId, planned),
      startChild: (workflow, planned) => this.startChild(workflow, planned),
      cancelled: wasCancelled,
      onEnd: (planned, end) => {
        this.takeEnd(planned, end);
        return null;
      },
    });
    this.functions.lookAfter();
  }

  get underWay(): readonly { readonly id: string; readonly workflow: string }[] {
    return this.functions.all.map(([workflow, { id }]) => ({ id, workflow }));
  }

  /** What the next history is to be given of them. */
  get inFlight(): readonly PlannedFunction[] {
    return this.functions.all.map(([, planned]) => planned);
  }

  /** Whether this history has begun a function, or looked after those of others. */
  get hasDone(): boolean {
    return this.started > 0 || this.functions.looked;
  }

  /** Whether one more may be begun. */
  get hasRoom(): boolean {
    const { most, gate } = this.options;
    return this.functions.size < most && gate.paused === null;
  }

  get isEmpty(): boolean {
    return this.functions.size === 0;
  }

  get mayHandOver(): boolean {
    return this.options.item.setting.functionsOutlive === true;
  }

  start(planned: PlannedFunction): void {
    this.started += 1;
    this.functions.start(planned);
  }

  ended(end: ChildEnd): Promise<void> {
    return this.functions.ended(end as ChildEnd<FunnelEntry>);
  }

  /** Before this history ends. None may be begun meanwhile. */
  async handOver(): Promise<void> {
    if (this.mayHandOver) await this.functions.handOver();
    else await condition(() => this.isEmpty);
  }

  /** Those under way come to their end; where the repository is cancelled, before or meanwhile, they are, too. */
  async lastWords(error: unknown): Promise<void> {
    if (!isCancellation(error)) {
      try {
        await condition(() => this.isEmpty);
        return;
      } catch (meanwhile) {
        if (!isCancellation(meanwhile)) throw meanwhile;
      }
    }
    await CancellationScope.nonCancellable(async () => {
      // What looked after them has been cancelled, too.
      this.functions.lookAfter();
      await this.functions.cancelOutliving();
      await condition(() => this.isEmpty);
    });
  }

  async tellOfPause(reason: string | null): Promise<void> {
    await this.functions.tellOfPause(reason);
  }

  private startChild(workflow: string, { id }: PlannedFunction) {
    const { item, gate, environment, rules } = this.options;
    const { setting, attempt } = item;
    return startChild(buildHarness, {
      workflowId: workflow,
      taskQueue: setting.queues.workflows,
      parentClosePolicy: 'ABANDON',
      args: [{ setting, attempt, environment, function: id, rules, paused: gate.paused }],
      staticSummary: `harness ${workflow.slice(workflow.lastIndexOf('/') + 1)}`,
      searchAttributes: searchAttributes(setting, 'building'),
    });
  }

  /** A function that trouble has broken off is left to `run resume`; so is one of which nobody knows what it came to. */
  private takeEnd({ id }: PlannedFunction, { cause, result }: ChildEnd<FunnelEntry>): void {
    this.funnel =
      result === undefined
        ? withUnfinished(this.funnel, { id, cause: cause ?? 'its workflow has not said its end' })
        : withEnd(this.funnel, result);
  }
}
