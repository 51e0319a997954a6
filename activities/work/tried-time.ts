import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import type { Info } from '@temporalio/activity';

import { EspalierError } from '../../core/errors/errors';
import { afterFailure, waitAfter, windowOf } from '../../core/work/retry-window';
import { toldBefore } from './heartbeat-details';

/** A retry policy as an activity receives it: in ms, however it was written. */
interface ToldPolicy {
  readonly initialInterval?: number;
  readonly maximumInterval?: number;
  readonly backoffCoefficient?: number;
}

/** Time for which an activity has been tried, over all tries: heartbeats carry it to the next try, on any worker. */
export class TriedTime {
  private readonly windowMs: number;
  private readonly triedMs: number;
  /** Number of earlier tries that were cut off. */
  readonly cutOff: number;
  private readonly beganMs = performance.now();

  constructor(private readonly info: Info) {
    this.windowMs = windowOf(info.scheduleToCloseTimeoutMs);
    const { triedMs, cutOff, underWay } = toldBefore(info);
    this.triedMs = triedMs;
    this.cutOff = underWay ? cutOff + 1 : cutOff;
  }

  /** Tried time, including this try so far. */
  get soFarMs(): number {
    return this.triedMs + this.spentMs;
  }

  /**
   * Throws if the time is over. A cut-off try has failed without an error. A single one says nothing: it may have been
   * healthy, however long it took. @throws TriedOutError
   */
  requireTime(): void {
    if (this.windowMs > 0 && this.triedMs > this.windowMs && this.cutOff !== 1) {
      throw new TriedOutError('its tries were cut off', this.triedMs);
    }
  }

  /** The failure of this try. If it would be retried after the window, it becomes a TriedOutError. */
  failed(error: unknown): { readonly error: unknown; readonly triedMs: number } {
    if (!isTriedAgain(error) || this.windowMs <= 0) return { error, triedMs: this.soFarMs };
    const { spentMs, windowMs, triedMs } = this;
    const after = afterFailure({ windowMs, triedMs }, { spentMs, waitMs: this.waitMs(error) });
    if (!after.isOver) return { error, triedMs: after.triedMs };
    return {
      error: new TriedOutError(wordsOf(error), after.triedMs, error),
      triedMs: after.triedMs,
    };
  }

  private get spentMs(): number {
    return performance.now() - this.beganMs;
  }

  private waitMs(error: unknown): number {
    const said = error instanceof EspalierError ? error.retryAfterMs : undefined;
    if (said !== undefined) return said;
    const policy = (this.info.retryPolicy ?? {}) as ToldPolicy;
    const { initialInterval = 0, maximumInterval = Infinity, backoffCoefficient = 2 } = policy;
    return waitAfter(this.info.attempt, {
      initialMs: initialInterval,
      coefficient: backoffCoefficient,
      maximumMs: maximumInterval,
    });
  }
}

/** Whether `toFailure` retries the error. */
function isTriedAgain(error: unknown): boolean {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return false;
  return !(error instanceof EspalierError) || error.fate === 'retryable';
}

/** An outside fault that was waited out for the full time. */
export class TriedOutError extends EspalierError {
  constructor(trouble: string, triedMs: number, cause?: unknown) {
    super(trouble, {
      code: 'TRIED_OUT',
      remedy: `It was tried for ${String(Math.round(triedMs / 1000))} s; \`espalier run resume RUN\` tries it again`,
      cause,
    });
  }
}

/** An error in words, with its remedy. */
export function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof EspalierError ? `${message}. ${error.remedy}` : message;
}
