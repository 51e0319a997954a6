import {
  CancellationScope,
  condition,
  getExternalWorkflowHandle,
  isCancellation,
  log,
  rootCause,
  sleep,
} from '@temporalio/workflow';

import { atOnce } from '../../core/values/at-once';
import { forwardPause } from './forward-pause';
import { isAlreadyStarted } from './is-already-started';
import { pauseSignal, resumeSignal, tellEndSignal } from './messages';
import type { ChildEnd } from './messages';
import type { PauseGate } from './pause-gate';
import type { WorkActivities } from './work-activities';

export interface ChildrenInFlightOptions<Planned, Result> {
  readonly gate: PauseGate;
  readonly ports: Pick<WorkActivities, 'closedItems'>;
  readonly lookAfterMs: number;
  /** Started by earlier histories, and asked to tell their end. */
  readonly carried: readonly Planned[];
  readonly idOf: (planned: Planned) => string;
  /** Starts one, to be abandoned by the engine when this history ends. */
  readonly startChild: (
    id: string,
    planned: Planned,
  ) => Promise<{ readonly result: () => Promise<Result> }>;
  /** Takes an end before its place is free; null: that is done. Never throws. */
  readonly onEnd: (planned: Planned, end: ChildEnd<Result>) => Promise<void> | null;
}

/**
 * `starting`: not known to be there. `child`: of this history, to which the engine tells its end. `outlives`: has been asked to
 * tell its end itself. `ended`: what there is to record is being recorded.
 */
type State = 'starting' | 'child' | 'outlives' | 'ended';

interface Child<Planned> {
  readonly planned: Planned;
  state: State;
}

/** Signals on their way at a time; with those of a pause to every child they stay below what the engine takes. */
const askedAtOnce = 100;
const tryAgainMs = 1000;
/** Looks after children that are all there come more and more rarely: a run may be paused for weeks, and a history is finite. */
const rarestLook = 12;

/**
 * The children that a workflow has under way, which may outlive its histories: the engine abandons them when one ends, so none
 * has to wait for another; their workflow is who looks after them.
 */
export class ChildrenInFlight<Planned, Result> {
  private readonly children = new Map<string, Child<Planned>>();
  /** One that outlives its history cannot be told something: it may have been ended by somebody else's hand. */
  private suspicion = false;
  /** Whether this history has started one, or looked after those of others: another one in its place would not be like it. */
  hasWorked = false;

  constructor(private readonly options: ChildrenInFlightOptions<Planned, Result>) {
    for (const planned of options.carried) {
      this.children.set(options.idOf(planned), { planned, state: 'outlives' });
    }
  }

  get size(): number {
    return this.children.size;
  }

  /** With the ids of their workflows. */
  get all(): readonly (readonly [string, Planned])[] {
    return [...this.children].map(([id, { planned }]) => [id, planned]);
  }

  start(planned: Planned): void {
    this.hasWorked = true;
    const child: Child<Planned> = { planned, state: 'starting' };
    this.children.set(this.options.idOf(planned), child);
    void this.workOn(child);
  }

  /** One that outlives its history tells its end. */
  async ended(end: ChildEnd<Result>): Promise<void> {
    const child = this.children.get(end.id);
    // Whoever hears of it first takes it: the engine may tell, too.
    if (child === undefined || child.state === 'ended') return;
    child.state = 'ended';
    const recording = this.options.onEnd(child.planned, end);
    if (recording !== null) await recording;
    this.children.delete(end.id);
  }

  /** Has every child tell its end to the history after this one. None may be started meanwhile. */
  async handOver(): Promise<void> {
    await condition(() => this.inState('starting').length === 0);
    await atOnce(this.inState('child'), askedAtOnce, ([id, child]) => this.askToTell(id, child));
    // Who cannot be asked has just ended, and the engine is about to tell.
    await condition(() => this.inState('outlives').length === this.size);
  }

  /** Their workflow has been cancelled: cancels what no scope of this history does, and waits for the last word of each. */
  async lastWords(): Promise<void> {
    await CancellationScope.nonCancellable(async () => {
      // What looked after them has been cancelled, too.
      this.lookAfter();
      await atOnce(this.inState('outlives'), askedAtOnce, async ([id]) => {
        await this.told(getExternalWorkflowHandle(id).cancel());
      });
      await condition(() => this.size === 0);
    });
  }

  async tellOfPause(reason: string | null): Promise<void> {
    const { gate } = this.options;
    const told = [...this.children].map(([id, { state }]) =>
      state === 'outlives'
        ? this.told(signalPause(id, reason))
        : forwardPause(id, reason, () => this.children.has(id) && gate.paused === reason),
    );
    await Promise.all(told);
  }

  /**
   * Looks now and then whether those that outlive their history are still there: who was terminated, or could not tell, never
   * tells. Goes on until the history ends, or is cancelled.
   */
  lookAfter(): void {
    this.look().catch((error: unknown) => {
      if (!isCancellation(error)) throw error;
    });
  }

  private async look(): Promise<void> {
    const { ports, lookAfterMs } = this.options;
    let waitMs = lookAfterMs;
    for (;;) {
      if (this.inState('outlives').length === 0) waitMs = lookAfterMs;
      await condition(() => this.inState('outlives').length > 0);
      await condition(() => this.suspicion, waitMs);
      this.suspicion = false;
      const ids = this.inState('outlives').map(([id]) => id);
      if (ids.length === 0) continue;
      try {
        const closed = await ports.closedItems({ ids });
        for (const end of closed) await this.ended(end);
        waitMs = closed.length > 0 ? lookAfterMs : Math.min(2 * waitMs, rarestLook * lookAfterMs);
      } catch (error) {
        if (isCancellation(error)) throw error;
        log.warn('could not look after the children of earlier histories', { error });
      }
      this.hasWorked = true;
    }
  }

  private async workOn(child: Child<Planned>): Promise<void> {
    const id = this.options.idOf(child.planned);
    try {
      const handle = await this.startOrAdopt(id, child);
      if (handle === null) return;
      child.state = 'child';
      const result = await handle.result();
      await this.ended({ id, cause: null, result });
    } catch (error) {
      if (!isCancellation(error)) log.warn('a child ended without a record', { id, error });
      const cause = isCancellation(error) ? null : (rootCause(error) ?? String(error));
      await this.ended({ id, cause });
    }
  }

  /** null: an earlier life of the workflow, which was terminated, has started it, and it goes on. */
  private async startOrAdopt(id: string, child: Child<Planned>) {
    for (;;) {
      try {
        return await this.options.startChild(id, child.planned);
      } catch (error) {
        if (!isAlreadyStarted(error)) throw error;
      }
      if (await this.askToTell(id, child)) {
        const { gate } = this.options;
        await this.told(signalPause(id, gate.paused));
        return null;
      }
      await sleep(tryAgainMs);
    }
  }

  /** Whether it is there and will tell its end. */
  private async askToTell(id: string, child: Child<Planned>): Promise<boolean> {
    try {
      await getExternalWorkflowHandle(id).signal(tellEndSignal);
    } catch (error) {
      if (isCancellation(error)) throw error;
      return false;
    }
    // It may have told already.
    if (child.state !== 'ended') child.state = 'outlives';
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

  private inState(state: State): readonly (readonly [string, Child<Planned>])[] {
    return [...this.children].filter(([, child]) => child.state === state);
  }
}

function signalPause(id: string, reason: string | null): Promise<void> {
  const handle = getExternalWorkflowHandle(id);
  return reason === null ? handle.signal(resumeSignal) : handle.signal(pauseSignal, reason);
}
