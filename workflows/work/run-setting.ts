import type { WorkKind } from '../../core/schemas/run';
import type { RunLabels } from '../../core/durable/search-attributes';
import type { QueuePlan } from '../../core/durable/task-queues';
import type { Timing } from '../../core/durable/timing';

export interface RunSetting {
  readonly run: string;
  readonly kind: WorkKind;
  readonly timing: Timing;
  readonly queues: QueuePlan;
  /** The run's part of each search attribute. */
  readonly labels: RunLabels;
  /** Searches: number of expansions of one problem at the same time, if the method allows several. Absent: 1. */
  readonly parallel?: number;
  /** Visible tests are first tried within a workflow task: needs a single queue, whose workers run programs. Absent: not. */
  readonly testsAtOnce?: boolean;
  /** Environments: a harness may outlive the history that began it. Absent: the history waits for it. */
  readonly functionsOutlive?: boolean;
  /** Repository tasks: items begin with this phase, since their environments are built first. Absent: with that of their kind. */
  readonly beginning?: 'building';
  /** Run generation of this work. Absent: a chat, or a run that started before there were generations. */
  readonly generation?: string | null | undefined;
}
