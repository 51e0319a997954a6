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

/** Why the run must wait, when a failure says so (no key, out of quota, disk full); else null. */
export function pauseReason(error: unknown): string | null {
  if (!(error instanceof ActivityFailure)) return null;
  const { cause } = error;
  if (!(cause instanceof ApplicationFailure) || cause.type !== failureTypes['pauses-run'])
    return null;
  return rootCause(error) ?? cause.message;
}

/** How long somebody who was asked wants to be left alone, when a failure says so, ms; else null. */
function longWaitMs(error: unknown): number | null {
  const cause = error instanceof ActivityFailure ? error.cause : null;
  if (!(cause instanceof ApplicationFailure) || cause.type !== failureTypes.waits) return null;
  const facts = cause.details?.[0] as FailureFacts | undefined;
  return facts?.waitMs ?? null;
}

export interface PauseGateOptions {
  /** Workflow to tell when a call of ours pauses the run; null: this is the run. */
  readonly run: string | null;
  /** Why the run was paused when this workflow started; a resume may be waiting to be heard already. */
  readonly paused: string | null;
  /** How long a call may be put off in all, by who asks to be left alone again and again; one wait is obeyed however long, ms. */
  readonly retryForMs: number;
  readonly onChange?: (reason: string | null) => Promise<void>;
}

/**
 * Lets calls start only while the run is not paused, and tries a call again that paused it, or was to wait for longer than an
 * activity should.
 */
export class PauseGate {
  private reason: string | null;
  private readonly run: string | null;
  private readonly onChange: (reason: string | null) => Promise<void>;
  private readonly retryForMs: number;
  /** When each long wait ends, ms since 1970. */
  private readonly waits = new Set<number>();
  /** How often a pause has ended. */
  private resumes = 0;
  /** How often somebody said not to wait. */
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

  /** A person's reason takes the place of any other: what would have ended that pause does not end this one. */
  async pauseByHand(reason: string): Promise<void> {
    this.reason = reason;
    await this.onChange(reason);
  }

  /** @param ends the one reason for which it does; absent: whatever it is */
  async resume(ends = this.reason): Promise<void> {
    if (this.reason === null || this.reason !== ends) return;
    this.reason = null;
    this.resumes += 1;
    await this.onChange(null);
  }

  async open(): Promise<void> {
    // Each promise of a workflow costs as much as a small query: an open gate makes none of the engine's.
    if (this.reason !== null) await condition(() => this.reason === null);
  }

  async call<T>(start: () => Promise<T>): Promise<T> {
    if (this.reason !== null) await this.open();
    return this.callNow(start);
  }

  /** A last record is written while the run is paused too: ending a paused run must not wait for its resume. */
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
        // Begun before somebody has mended it and resumed: it says nothing of now.
        if (this.resumes > resumes && this.reason === null) continue;
        await this.pause(reason);
        await this.tellRun(reason);
        await this.open();
      }
    }
  }

  /** Whether somebody said not to wait. */
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
      // A problem started by itself has no run; it waits for its own resume.
      log.warn('could not tell the run that it is paused', { error });
    }
  }
}
