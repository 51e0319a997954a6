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
  /** Children that earlier histories started. They were asked to tell their end. */
  readonly carried: readonly Planned[];
  readonly idOf: (planned: Planned) => string;
  /** Starts a child. The engine must abandon the child when this history ends. */
  readonly startChild: (
    id: string,
    planned: Planned,
  ) => Promise<{ readonly result: () => Promise<Result> }>;
  /** Takes the end of a child before its place becomes free. null: it has been taken. Never throws. */
  readonly onEnd: (planned: Planned, end: ChildEnd<Result>) => Promise<void> | null;
}

/**
 * `starting`: the child is not known to run. `child`: this history started the child, so the engine tells its end.
 * `outlives`: the child has been asked to tell its end itself. `ended`: the end is being recorded.
 */
type State = 'starting' | 'child' | 'outlives' | 'ended';

interface Child<Planned> {
  readonly planned: Planned;
  state: State;
}

/** Signals at the same time. With a pause's signals to every child, they stay below the engine's limit. */
const askedAtOnce = 100;
const tryAgainMs = 1000;
/** Looks become rarer: a run may be paused for weeks, and a history is limited. Longest wait, in multiples of the first. */
const rarestLook = 12;

/** They may outlive its histories: the engine abandons them when a history ends. Their workflow looks after them. */
export class ChildrenInFlight<Planned, Result> {
  private readonly children = new Map<string, Child<Planned>>();
  /** A message to a child that outlives its history failed. Somebody may have terminated the child. */
  private suspicion = false;
  /** This history has started a child or looked after carried ones. If not, the next would be the same. */
  hasWorked = false;

  constructor(private readonly options: ChildrenInFlightOptions<Planned, Result>) {
    for (const planned of options.carried) {
      this.children.set(options.idOf(planned), { planned, state: 'outlives' });
    }
  }

  get size(): number {
    return this.children.size;
  }

  get all(): readonly (readonly [string, Planned])[] {
    return [...this.children].map(([id, { planned }]) => [id, planned]);
  }

  start(planned: Planned): void {
    this.hasWorked = true;
    const child: Child<Planned> = { planned, state: 'starting' };
    this.children.set(this.options.idOf(planned), child);
    void this.workOn(child);
  }

  /** Takes the end that a child tells itself. */
  async ended(end: ChildEnd<Result>): Promise<void> {
    const child = this.children.get(end.id);
    // Both the child and the engine may report the end. The first report wins.
    if (child === undefined || child.state === 'ended') return;
    child.state = 'ended';
    const recording = this.options.onEnd(child.planned, end);
    if (recording !== null) await recording;
    this.children.delete(end.id);
  }

  /** Asks every child to tell its end to the next history. No child may be started meanwhile. */
  async handOver(): Promise<void> {
    await condition(() => this.inState('starting').length === 0);
    await atOnce(this.inState('child'), askedAtOnce, ([id, child]) => this.askToTell(id, child));
    // A child that cannot be asked has just ended, and the engine is about to report its end.
    await condition(() => this.inState('outlives').length === this.size);
  }

  /** After a cancellation: cancels children that no scope of this history cancels, and waits for every end. */
  async lastWords(): Promise<void> {
    await CancellationScope.nonCancellable(async () => {
      // The former loop that looked after the children has been cancelled too.
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

  /** Checks until the history ends that children still run: one that was terminated, or could not send its end, is silent. */
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

  /** null: an earlier, terminated execution of this workflow had started the child, and it goes on. */
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

  /** Returns whether the child is there. */
  private async askToTell(id: string, child: Child<Planned>): Promise<boolean> {
    try {
      await getExternalWorkflowHandle(id).signal(tellEndSignal);
    } catch (error) {
      if (isCancellation(error)) throw error;
      return false;
    }
    // It may have told its end already.
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
