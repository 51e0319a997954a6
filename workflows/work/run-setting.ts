import type { WorkKind } from '../../core/schemas/run';
import type { RunLabels } from '../../core/durable/search-attributes';
import type { QueuePlan } from '../../core/durable/task-queues';
import type { Timing } from '../../core/durable/timing';

/** What every workflow of a run is given. */
export interface RunSetting {
  readonly run: string;
  readonly kind: WorkKind;
  readonly timing: Timing;
  readonly queues: QueuePlan;
  /** The run's part of each search attribute. */
  readonly labels: RunLabels;
  /** Of searches: expansions of one problem at a time, where its method allows several. Absent: 1. */
  readonly parallel?: number;
  /**
   * Visible tests are first tried within a workflow task: the run has one queue, so whoever takes that task runs programs, too.
   * Absent: they are not.
   */
  readonly testsAtOnce?: boolean;
  /** Of environments: the harness of a function may outlive the history that began it. Absent: the history waits for it. */
  readonly functionsOutlive?: boolean;
  /** The generation of the run's work that this belongs to. Absent: a chat's, or of before they were told apart. */
  readonly generation?: string | null | undefined;
}
