import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  executeChild,
  isCancellation,
  log,
  rootCause,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';

import type { AttemptKey } from '../../core/ports/records';
import type { RunPlanPage } from '../../core/ports/work';
import { searchAttributes } from '../../core/search-attributes';
import { workRow } from '../../core/work/kinds';
import { attemptWorkflowId } from '../../core/workflow-ids';
import { forwardPause } from './forward-pause';
import { mustContinueAsNew } from './must-continue-as-new';
import type { ItemInput } from './item-input';
import { pauseSignal, pauseUpdate, progressQuery, resumeSignal, resumeUpdate } from './messages';
import { Mutex } from './mutex';
import { PauseGate, pauseReason } from './pause-gate';
import { refuse } from './refuse';
import type { RunSetting } from './run-setting';
import { untilFree } from './until-free';
import { workActivities } from './work-activities';
import type { WorkActivities } from './work-activities';

export interface RunWorkInput {
  readonly setting: RunSetting;
  /** Items at a time. */
  readonly concurrency: number;
  /** Set by continue-as-new: the first position not yet looked at, and how many were started. */
  readonly from?: number;
  readonly started?: number;
  readonly paused?: string | null;
  /** Statuses told to the store so far. */
  readonly told?: number;
}

export interface WorkSummary {
  readonly started: number;
}

type PlannedAttempt = RunPlanPage['attempts'][number];

/** Attempts asked for at a time: keeps a page's payload small. */
const pageSize = 200;
/** Children of one run of this workflow: about 7 events each, far below the engine's limit. */
const childrenPerHistory = 200;

/**
 * One run: every item of a data set under one configuration, `concurrency` at a time, each a child of the type that
 * the table of kinds names. The store says which are unfinished, so starting it again resumes it. Between histories
 * the window drains.
 */
export async function runWork(input: RunWorkInput): Promise<WorkSummary> {
  const work = new Work(input);
  try {
    return await work.run();
  } catch (error) {
    if (isCancellation(error)) await work.recordCancelled();
    throw error;
  }
}

class Work {
  private readonly ports: WorkActivities;
  private readonly gate: PauseGate;
  private readonly inFlight = new Set<string>();
  /** Statuses reach the store in the order they came about, also when a write is tried again. */
  private readonly statusOrder = new Mutex();
  private started: number;
  private told: number;
  private total = 0;
  /** The last status is being written: nothing changes any more. */
  private ended = false;

  constructor(private readonly input: RunWorkInput) {
    this.started = input.started ?? 0;
    this.told = input.told ?? 0;
    this.ports = workActivities(input.setting);
    this.gate = new PauseGate({
      run: null,
      paused: input.paused ?? null,
      onChange: (reason) => this.pauseChanged(reason),
    });
    setHandler(progressQuery, () => ({
      paused: this.gate.paused,
      inFlight: [...this.inFlight],
      started: this.started,
      total: this.total,
    }));
    const refuseAfterEnd = (): void => {
      if (this.ended) refuse('the run has ended');
    };
    setHandler(pauseUpdate, (reason: string) => this.gate.pause(reason), {
      validator: (reason: string) => {
        refuseAfterEnd();
        if (reason.trim() === '') refuse('a pause needs a reason');
      },
    });
    setHandler(resumeUpdate, () => this.gate.resume(), { validator: refuseAfterEnd });
    setHandler(pauseSignal, (reason) => this.gate.pause(reason));
    setHandler(resumeSignal, () => this.gate.resume());
  }

  async run(): Promise<WorkSummary> {
    if (this.gate.paused === null) await this.gate.call(() => this.writeStatus('running', null));
    let from: number | null = this.input.from ?? 0;
    let children = 0;
    while (from !== null) {
      const page: RunPlanPage = await this.loadPlan(from);
      this.total = page.total;
      for (const attempt of page.attempts) {
        await this.roomForOneMore();
        // A history that starts nobody would be followed by another one like it.
        if (children > 0 && this.historyIsFull(children)) {
          await this.continueFrom(attempt.position);
        }
        children += 1;
        this.start(attempt);
      }
      from = page.next;
    }
    await condition(() => this.inFlight.size === 0);
    await this.gate.open();
    this.ended = true;
    await this.gate.callNow(() => this.writeStatus('completed', null));
    await condition(allHandlersFinished);
    return { started: this.started };
  }

  async recordCancelled(): Promise<void> {
    await CancellationScope.nonCancellable(async () => {
      await condition(() => this.inFlight.size === 0);
      await this.gate.callNow(() => this.writeStatus('cancelled', null));
    });
  }

  private historyIsFull(children: number): boolean {
    const { concurrency } = this.input;
    // A window that is never drained, because its items wait for people, has to fit into one history.
    if (concurrency > childrenPerHistory && children < concurrency) return false;
    return children >= childrenPerHistory || mustContinueAsNew(this.input.setting);
  }

  private loadPlan(from: number): Promise<RunPlanPage> {
    const { run } = this.input.setting;
    return this.gate.call(() => this.ports.loadPlan({ run, from, size: pageSize }));
  }

  private async roomForOneMore(): Promise<void> {
    await condition(() => this.inFlight.size < this.input.concurrency && this.gate.paused === null);
  }

  private start(attempt: PlannedAttempt): void {
    const { run } = this.input.setting;
    const id = attemptWorkflowId(run, attempt.problem, attempt.sample);
    this.inFlight.add(id);
    this.started += 1;
    void this.workOn(id, attempt).finally(() => this.inFlight.delete(id));
  }

  /** Never throws: what cannot even be recorded is left to `run resume`. */
  private async workOn(id: string, attempt: PlannedAttempt): Promise<void> {
    const { setting } = this.input;
    const { workflow, phase } = workRow(setting.kind);
    const { run, generation } = setting;
    const key = { run, problem: attempt.problem, sample: attempt.sample, generation };
    const { position } = attempt;
    try {
      await untilFree(() => {
        const item: ItemInput = { setting, attempt: key, position, paused: this.gate.paused };
        return executeChild(workflow, {
          workflowId: id,
          taskQueue: setting.queues.workflows,
          args: [item],
          staticSummary: `${setting.labels.method} on ${attempt.problem}`,
          searchAttributes: searchAttributes(setting, item.paused === null ? phase : 'paused'),
        });
      });
    } catch (error) {
      if (isCancellation(error)) return;
      log.warn('an attempt ended without a record', { id, error });
      await this.recordUnscored(key, { position, cause: rootCause(error) ?? String(error) });
    }
  }

  private async recordUnscored(
    attempt: AttemptKey,
    { position, cause }: { readonly position: number; readonly cause: string },
  ): Promise<void> {
    const { noOutcome: outcome } = workRow(this.input.setting.kind);
    const unscored = { attempt, position, outcome, status: 'unscored', cause } as const;
    try {
      await this.gate.call(() => this.ports.recordUngraded(unscored));
    } catch (error) {
      if (!isCancellation(error)) log.error('an attempt has no record', { attempt, error });
    }
  }

  private async continueFrom(position: number): Promise<void> {
    await condition(() => this.inFlight.size === 0);
    await condition(allHandlersFinished);
    const { setting, concurrency } = this.input;
    await continueAsNew<typeof runWork>({
      setting,
      concurrency,
      from: position,
      started: this.started,
      paused: this.gate.paused,
      told: this.told,
    });
  }

  private async pauseChanged(reason: string | null): Promise<void> {
    const told = [...this.inFlight].map((id) =>
      forwardPause(id, reason, () => this.inFlight.has(id) && this.gate.paused === reason),
    );
    await Promise.all([...told, this.writeChange(reason)]);
  }

  /** The store may be what is broken (disk full): the run then waits, or waits again, without its record saying so. */
  private async writeChange(reason: string | null): Promise<void> {
    try {
      await this.writeStatus(reason === null ? 'running' : 'paused', reason);
    } catch (error) {
      log.warn('could not record whether the run is paused', { error });
      const again = pauseReason(error);
      if (reason === null && again !== null) await this.gate.pause(again);
    }
  }

  private writeStatus(
    status: 'running' | 'paused' | 'completed' | 'cancelled',
    reason: string | null,
  ): Promise<void> {
    const { run, generation = null } = this.input.setting;
    this.told += 1;
    const told = { generation, place: this.told };
    upsertSearchAttributes({ EspalierPhase: [status === 'paused' ? 'paused' : 'running'] });
    return this.statusOrder.run(() => this.ports.setRunStatus({ run, status, reason, told }));
  }
}
