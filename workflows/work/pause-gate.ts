import {
  ApplicationFailure,
  condition,
  getExternalWorkflowHandle,
  log,
  rootCause,
  setHandler,
  ActivityFailure,
} from '@temporalio/workflow';

import { failureTypes } from '../../core/errors/failure-fate';
import type { FailureFacts } from '../../core/errors/failure-fate';
import { pauseSignal, retryNowSignal, waitsUntilQuery } from './messages';

/** Why the run must pause, if the failure requires it (no key, out of quota, disk full). Otherwise null. */
export function pauseReason(error: unknown): string | null {
  if (!(error instanceof ActivityFailure)) return null;
  const { cause } = error;
  if (!(cause instanceof ApplicationFailure) || cause.type !== failureTypes['pauses-run'])
    return null;
  return rootCause(error) ?? cause.message;
}

/** How long an endpoint asks us to wait, in ms, if the failure says so. Otherwise null. */
function longWaitMs(error: unknown): number | null {
  const cause = error instanceof ActivityFailure ? error.cause : null;
  if (!(cause instanceof ApplicationFailure) || cause.type !== failureTypes.waits) return null;
  const facts = cause.details?.[0] as FailureFacts | undefined;
  return facts?.waitMs ?? null;
}

export interface PauseGateOptions {
  /** Workflow to tell when a call of ours pauses the run. null: this workflow is the run. */
  readonly run: string | null;
  /** Why the run was paused when this workflow started. The signal to resume may already be waiting. */
  readonly paused: string | null;
  /** Limit of the total wait, ms, of a call that is asked to wait again and again. A single wait is obeyed however long. */
  readonly retryForMs: number;
  readonly onChange?: (reason: string | null) => Promise<void>;
}

/** Calls start only while the run is not paused. Repeats calls that paused the run or must wait for long. */
export class PauseGate {
  private reason: string | null;
  private readonly run: string | null;
  private readonly onChange: (reason: string | null) => Promise<void>;
  private readonly retryForMs: number;
  /** When each long wait ends, ms since 1970. */
  private readonly waits = new Set<number>();
  /** How often a pause has ended. */
  private resumes = 0;
  /** How often a person said not to wait. */
  private wakes = 0;

  constructor({ run, paused, retryForMs, onChange }: PauseGateOptions) {
    this.run = run;
    this.retryForMs = retryForMs;
    this.reason = paused;
    this.onChange = onChange ?? (() => Promise.resolve());
    setHandler(waitsUntilQuery, () => (this.waits.size === 0 ? null : Math.min(...this.waits)));
    setHandler(retryNowSignal, () => {
      this.wakes += 1;
    });
  }

  get paused(): string | null {
    return this.reason;
  }

  async pause(reason: string): Promise<void> {
    if (this.reason === null) await this.pauseByHand(reason);
  }

  /** The reason of a person replaces any other reason. A resume for the former reason does not end this pause. */
  async pauseByHand(reason: string): Promise<void> {
    this.reason = reason;
    await this.onChange(reason);
  }

  /** @param ends the only reason for which the pause ends. Absent: it ends for any reason */
  async resume(ends = this.reason): Promise<void> {
    if (this.reason === null || this.reason !== ends) return;
    this.reason = null;
    this.resumes += 1;
    await this.onChange(null);
  }

  async open(): Promise<void> {
    // Each promise of a workflow costs as much as a small query, so an open gate makes no promise of the engine.
    if (this.reason !== null) await condition(() => this.reason === null);
  }

  async call<T>(start: () => Promise<T>): Promise<T> {
    if (this.reason !== null) await this.open();
    return this.callNow(start);
  }

  /** Although the run is paused: the last record must not wait for its resume. */
  async callNow<T>(start: () => Promise<T>): Promise<T> {
    let waitedMs = 0;
    for (;;) {
      const { resumes } = this;
      try {
        return await start();
      } catch (error) {
        const waitMs = longWaitMs(error);
        if (waitMs !== null) {
          if (waitedMs > this.retryForMs) throw error;
          const woken = await this.wait(waitMs);
          waitedMs = woken ? 0 : waitedMs + waitMs;
          await this.open();
          continue;
        }
        const reason = pauseReason(error);
        if (reason === null) throw error;
        // The call began before a person repaired the cause and resumed. Its failure says nothing about the present.
        if (this.resumes > resumes && this.reason === null) continue;
        await this.pause(reason);
        await this.tellRun(reason);
        await this.open();
      }
    }
  }

  /** Waits. Returns whether a person said not to wait. */
  private async wait(ms: number): Promise<boolean> {
    const [untilMs, wakes] = [Date.now() + ms, this.wakes];
    this.waits.add(untilMs);
    const woken = await condition(() => this.wakes > wakes, ms);
    this.waits.delete(untilMs);
    return woken;
  }

  private async tellRun(reason: string): Promise<void> {
    if (this.run === null) return;
    try {
      await getExternalWorkflowHandle(this.run).signal(pauseSignal, reason);
    } catch (error) {
      // A problem that was started without a run waits for its own resume.
      log.warn('could not tell the run that it is paused', { error });
    }
  }
}
