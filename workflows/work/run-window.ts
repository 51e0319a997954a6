import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  log,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';

import type { PlannedItem, RunPlanPage } from '../../core/ports/work';
import { mostAtATime } from '../../core/work/most-at-a-time';
import type { ItemRow } from '../../core/kinds/work-row';
import type { WorkKind } from '../../core/schemas/run';
import { itemsInFlight } from './items-in-flight';
import type { ItemsInFlight } from './items-in-flight';
import { childEndedSignal, progressQuery, setConcurrencyUpdate } from './messages';
import { listenToPause } from './listen-to-pause';
import { Mutex } from './mutex';
import { PauseGate, pauseReason } from './pause-gate';
import { refuse } from './refuse';
import type { RunSetting } from './run-setting';
import { workActivities } from './work-activities';
import type { WorkActivities } from './work-activities';

export interface RunWindowInput {
  readonly setting: RunSetting;
  readonly concurrency: number;
  /** Set by continue-as-new. `from`: first position that no history has looked at; null: none. `started`: number of items. */
  readonly from?: number | null;
  readonly started?: number;
  readonly paused?: string | null;
  /** Number of statuses that were told to the store. */
  readonly told?: number;
  /** Items that earlier histories started and that have not ended. */
  readonly inFlight?: readonly PlannedItem[];
}

export interface WindowSummary {
  readonly started: number;
}

/** The table of kinds for workflows: without zod, and without what only the store and reports read. */
export type ItemRows = { readonly [Kind in WorkKind]: ItemRow };

type RunWindow = (input: RunWindowInput) => Promise<WindowSummary>;

/** Number of items that one activity loads. A small page keeps the payload small. */
const pageSize = 200;

/**
 * Every item under one configuration, `concurrency` at a time. The store knows which are unfinished, so a new start resumes
 * the run. Items outlive histories, so one that takes days holds only its own place.
 */
export function windowOver(rows: ItemRows): RunWindow {
  return async function runWindow(input) {
    const window = new Window(input, rows[input.setting.kind]);
    try {
      return await window.run();
    } catch (error) {
      if (isCancellation(error)) await window.recordCancelled();
      throw error;
    }
  };
}

class Window {
  private readonly ports: WorkActivities;
  private readonly gate: PauseGate;
  private readonly items: ItemsInFlight;
  /** Keeps the order in which statuses reach the store, also when a write is retried. */
  private readonly statusOrder = new Mutex();
  private concurrency: number;
  private started: number;
  private told: number;
  private total = 0;
  /** Items that are planned but not started. `next` is the position after them. null: there is none. */
  private page: PlannedItem[] = [];
  private next: number | null;
  /** The last status is being written. No update changes anything any more. */
  private ended = false;

  constructor(
    private readonly input: RunWindowInput,
    private readonly row: ItemRow,
  ) {
    const { setting, concurrency, from, started = 0, paused = null, inFlight = [] } = input;
    this.concurrency = concurrency;
    this.started = started;
    this.told = input.told ?? 0;
    this.next = from === undefined ? 0 : from;
    this.ports = workActivities(setting);
    this.gate = new PauseGate({
      run: null,
      paused,
      retryForMs: setting.timing.retryForMs,
      onChange: (reason) => this.pauseChanged(reason),
    });
    this.items = itemsInFlight({
      setting,
      row,
      gate: this.gate,
      ports: this.ports,
      carried: inFlight,
      recordUnscored: (item, cause) => this.recordUnscored(item, cause),
    });
    this.listen();
  }

  async run(): Promise<WindowSummary> {
    this.items.lookAfter();
    if (this.gate.paused === null) await this.gate.call(() => this.writeStatus('running', null));
    for (let item = await this.planned(); item !== undefined; item = await this.planned()) {
      await this.until(() => this.items.size < this.concurrency && this.gate.paused === null);
      this.page.shift();
      this.started += 1;
      this.items.start(item);
    }
    await this.until(() => this.items.size === 0);
    await this.gate.open();
    this.ended = true;
    await this.gate.callNow(() => this.writeStatus('completed', null));
    await condition(allHandlersFinished);
    return { started: this.started };
  }

  async recordCancelled(): Promise<void> {
    await CancellationScope.nonCancellable(async () => {
      await this.items.lastWords();
      await this.gate.callNow(() => this.writeStatus('cancelled', null));
    });
  }

  private listen(): void {
    setHandler(progressQuery, () => ({
      paused: this.gate.paused,
      inFlight: this.items.all.map(([id]) => id),
      started: this.started,
      total: this.total,
      concurrency: this.concurrency,
    }));
    const refuseAfterEnd = (): void => {
      if (this.ended) refuse('the run has ended');
    };
    listenToPause(this.gate, refuseAfterEnd);
    setHandler(
      setConcurrencyUpdate,
      (concurrency: number) => {
        this.concurrency = concurrency;
      },
      {
        validator: (concurrency: number) => {
          // A run that cannot write its last status must still be resumed; `run resume` asks for the concurrency first.
          if (this.gate.paused === null) refuseAfterEnd();
          if (Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= mostAtATime)
            return;
          refuse(`a run works on 1 to ${String(mostAtATime)} items at a time`);
        },
      },
    );
    setHandler(childEndedSignal, (end) => this.items.ended(end));
  }

  /** Returns the first item that is planned but not started. undefined: there is none left. */
  private async planned(): Promise<PlannedItem | undefined> {
    const { run } = this.input.setting;
    while (this.page.length === 0 && this.next !== null) {
      const from = this.next;
      const page: RunPlanPage = await this.gate.call(() =>
        this.ports.loadPlan({ run, from, size: pageSize }),
      );
      this.total = page.total;
      this.page = [...page.attempts];
      this.next = page.next;
    }
    return this.page[0];
  }

  /** Waits until `isSo` is true. If this history is full, the wait continues in the next history. */
  private async until(isSo: () => boolean): Promise<void> {
    await condition(() => this.historyIsFull() || isSo());
    if (this.historyIsFull()) await this.goOnInNext();
  }

  private historyIsFull(): boolean {
    const { continueAsNewSuggested, historyLength } = workflowInfo();
    if (continueAsNewSuggested) return true;
    const { maxHistory } = this.input.setting.timing;
    return maxHistory !== null && historyLength >= maxHistory && this.items.hasWorked;
  }

  private async goOnInNext(): Promise<void> {
    await this.items.handOver();
    await condition(allHandlersFinished);
    await continueAsNew<RunWindow>({
      setting: this.input.setting,
      concurrency: this.concurrency,
      from: this.page[0]?.position ?? this.next,
      started: this.started,
      paused: this.gate.paused,
      told: this.told,
      inFlight: this.items.all.map(([, item]) => item),
    });
  }

  private async recordUnscored(
    { problem, sample, position }: PlannedItem,
    cause: string,
  ): Promise<void> {
    const { run, generation } = this.input.setting;
    const attempt = { run, problem, sample, generation };
    const { noOutcome: outcome } = this.row;
    const unscored = { attempt, position, outcome, status: 'unscored', cause } as const;
    try {
      await CancellationScope.nonCancellable(() =>
        this.gate.callNow(() => this.ports.recordUngraded(unscored)),
      );
    } catch (error) {
      log.error('an attempt has no record', { attempt, error });
    }
  }

  private async pauseChanged(reason: string | null): Promise<void> {
    await Promise.all([this.items.tellOfPause(reason), this.writeChange(reason)]);
  }

  /** The store itself may be broken (disk full). The run then pauses, or pauses again, without a record of it. */
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
