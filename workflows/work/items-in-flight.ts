import {
  condition,
  getExternalWorkflowHandle,
  isCancellation,
  log,
  rootCause,
  sleep,
  startChild,
} from '@temporalio/workflow';

import { atOnce } from '../../core/at-once';
import type { PlannedItem } from '../../core/ports/work';
import { searchAttributes } from '../../core/search-attributes';
import { workRow } from '../../core/work/kinds';
import { attemptWorkflowId } from '../../core/workflow-ids';
import { forwardPause } from './forward-pause';
import { isAlreadyStarted } from './is-already-started';
import type { ItemInput } from './item-input';
import { pauseSignal, resumeSignal, tellEndSignal } from './messages';
import type { ItemEnd } from './messages';
import type { PauseGate } from './pause-gate';
import type { RunSetting } from './run-setting';
import type { WorkActivities } from './work-activities';

export interface ItemsInFlightOptions {
  readonly setting: RunSetting;
  readonly gate: PauseGate;
  readonly ports: WorkActivities;
  /** Started by earlier histories, and asked to tell their end. */
  readonly carried: readonly PlannedItem[];
  /** Records an item that has ended without a record of its own. Never throws. */
  readonly recordUnscored: (item: PlannedItem, cause: string) => Promise<void>;
}

/**
 * `starting`: not known to be there. `child`: of this history, to which the engine tells its end. `outlives`: has been asked to
 * tell its end itself. `ended`: what there is to record is being recorded.
 */
type State = 'starting' | 'child' | 'outlives' | 'ended';

interface Item extends PlannedItem {
  state: State;
}

/** Signals on their way at a time; with those of a pause to every item they stay below what the engine takes. */
const askedAtOnce = 100;
const tryAgainMs = 1000;

/**
 * The items that a run works on, each a child of the type that the table of kinds names. They are abandoned by the
 * engine when a history of the run ends, so none has to wait for another; this run is who looks after them.
 */
export class ItemsInFlight {
  private readonly items = new Map<string, Item>();
  /** One that outlives its history cannot be told something: it may have been ended by somebody else's hand. */
  private suspicion = false;
  /** Whether this history has looked after those that outlive others. */
  looked = false;

  constructor(private readonly options: ItemsInFlightOptions) {
    for (const item of options.carried) {
      this.items.set(this.idOf(item), { ...item, state: 'outlives' });
    }
  }

  get size(): number {
    return this.items.size;
  }

  get ids(): readonly string[] {
    return [...this.items.keys()];
  }

  start(planned: PlannedItem): void {
    const item: Item = { ...planned, state: 'starting' };
    this.items.set(this.idOf(planned), item);
    void this.workOn(item);
  }

  /** An item that outlives its history tells its end. */
  async ended({ id, cause }: ItemEnd): Promise<void> {
    const item = this.items.get(id);
    // Whoever hears of it first takes it: the engine may tell, too.
    if (item === undefined || item.state === 'ended') return;
    item.state = 'ended';
    if (cause !== null) await this.options.recordUnscored(planOf(item), cause);
    this.items.delete(id);
  }

  /** Has every item tell its end to the history after this one. None may be started meanwhile. */
  async handOver(): Promise<void> {
    await condition(() => this.inState('starting').length === 0);
    await atOnce(this.inState('child'), askedAtOnce, ([id, item]) => this.askToTell(id, item));
    // Who cannot be asked has just ended, and the engine is about to tell.
    await condition(() => this.inState('outlives').length === this.size);
  }

  /** What the next history is to be given of them. */
  get carried(): readonly PlannedItem[] {
    return [...this.items.values()].map(planOf);
  }

  /** Cancels what no scope of this history does. */
  async cancelOutliving(): Promise<void> {
    await atOnce(this.inState('outlives'), askedAtOnce, async ([id]) => {
      await this.told(getExternalWorkflowHandle(id).cancel());
    });
  }

  async tellOfPause(reason: string | null): Promise<void> {
    const { gate } = this.options;
    const told = [...this.items].map(([id, { state }]) =>
      state === 'outlives'
        ? this.told(signalPause(id, reason))
        : forwardPause(id, reason, () => this.items.has(id) && gate.paused === reason),
    );
    await Promise.all(told);
  }

  /**
   * Looks now and then whether those that outlive their history are still there: who was terminated, or could not tell, never
   * tells. Goes on until the history ends.
   */
  async lookAfter(): Promise<void> {
    const { ports, setting } = this.options;
    for (;;) {
      await condition(() => this.inState('outlives').length > 0);
      await condition(() => this.suspicion, setting.timing.lookAfterMs);
      this.suspicion = false;
      const ids = this.inState('outlives').map(([id]) => id);
      if (ids.length === 0) continue;
      try {
        const closed: readonly ItemEnd[] = await ports.closedItems({ ids });
        for (const end of closed) await this.ended(end);
      } catch (error) {
        if (isCancellation(error)) throw error;
        log.warn('could not look after the items of earlier histories', { error });
      }
      this.looked = true;
    }
  }

  private async workOn(item: Item): Promise<void> {
    const id = this.idOf(item);
    try {
      const child = await this.startOrAdopt(id, item);
      if (child === null) return;
      item.state = 'child';
      await child.result();
      await this.ended({ id, cause: null });
    } catch (error) {
      if (!isCancellation(error)) log.warn('an attempt ended without a record', { id, error });
      const cause = isCancellation(error) ? null : (rootCause(error) ?? String(error));
      await this.ended({ id, cause });
    }
  }

  /** null: an earlier life of the run, which was terminated, has started it, and it goes on. */
  private async startOrAdopt(id: string, item: Item) {
    for (;;) {
      try {
        return await this.startItem(id, item);
      } catch (error) {
        if (!isAlreadyStarted(error)) throw error;
      }
      if (await this.askToTell(id, item)) {
        const { gate } = this.options;
        await this.told(signalPause(id, gate.paused));
        return null;
      }
      await sleep(tryAgainMs);
    }
  }

  private startItem(id: string, { problem, sample, position }: Item) {
    const { setting, gate } = this.options;
    const { workflow, phase } = workRow(setting.kind);
    const { run, generation } = setting;
    const attempt = { run, problem, sample, generation };
    const input: ItemInput = { setting, attempt, position, paused: gate.paused };
    return startChild(workflow, {
      workflowId: id,
      taskQueue: setting.queues.workflows,
      parentClosePolicy: 'ABANDON',
      args: [input],
      staticSummary: `${setting.labels.method} on ${problem}`,
      searchAttributes: searchAttributes(setting, gate.paused === null ? phase : 'paused'),
    });
  }

  /** Whether it is there and will tell its end. */
  private async askToTell(id: string, item: Item): Promise<boolean> {
    try {
      await getExternalWorkflowHandle(id).signal(tellEndSignal);
    } catch (error) {
      if (isCancellation(error)) throw error;
      return false;
    }
    // It may have told already.
    if (item.state !== 'ended') item.state = 'outlives';
    return true;
  }

  private async told(telling: Promise<void>): Promise<void> {
    try {
      await telling;
    } catch (error) {
      if (isCancellation(error)) throw error;
      this.suspicion = true;
    }
  }

  private inState(state: State): readonly (readonly [string, Item])[] {
    return [...this.items].filter(([, item]) => item.state === state);
  }

  private idOf({ problem, sample }: PlannedItem): string {
    return attemptWorkflowId(this.options.setting.run, problem, sample);
  }
}

function planOf({ problem, sample, position }: Item): PlannedItem {
  return { problem, sample, position };
}

function signalPause(id: string, reason: string | null): Promise<void> {
  const handle = getExternalWorkflowHandle(id);
  return reason === null ? handle.signal(resumeSignal) : handle.signal(pauseSignal, reason);
}
