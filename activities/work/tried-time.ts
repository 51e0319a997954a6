import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import type { Info } from '@temporalio/activity';

import { EspalierError } from '../../core/errors/errors';
import { afterFailure, waitAfter, windowOf } from '../../core/work/retry-window';
import { toldBefore } from './heartbeat-details';

/** How a retry policy is told to an activity: in ms, whatever it was written in. */
interface ToldPolicy {
  readonly initialInterval?: number;
  readonly maximumInterval?: number;
  readonly backoffCoefficient?: number;
}

/**
 * How long an activity has been tried, over all its tries: each tells it with its heartbeats, and the engine hands on what
 * was told last, whichever worker the next try meets.
 */
export class TriedTime {
  private readonly windowMs: number;
  private readonly triedMs: number;
  /** Tries before this one that were cut off. */
  readonly cutOff: number;
  private readonly beganMs = performance.now();

  constructor(private readonly info: Info) {
    this.windowMs = windowOf(info.scheduleToCloseTimeoutMs);
    const { triedMs, cutOff, underWay } = toldBefore(info);
    this.triedMs = triedMs;
    this.cutOff = underWay ? cutOff + 1 : cutOff;
  }

  /** With this try so far. */
  get soFarMs(): number {
    return this.triedMs + this.spentMs;
  }

  /**
   * A try that was cut off (its worker was killed, it took too long) has failed without a word. One of them alone says nothing: it may
   * have been a healthy one, however long.
   * @throws TriedOutError
   */
  requireTime(): void {
    if (this.windowMs > 0 && this.triedMs > this.windowMs && this.cutOff !== 1) {
      throw new TriedOutError('its tries were cut off', this.triedMs);
    }
  }

  /** The failure as it stands; of one that would be tried again after the window, that it will not be. */
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

/** As `toFailure` has it. */
function isTriedAgain(error: unknown): boolean {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return false;
  return !(error instanceof EspalierError) || error.fate === 'retryable';
}

/** Trouble of the outside that was waited out for as long as it may. */
export class TriedOutError extends EspalierError {
  constructor(trouble: string, triedMs: number, cause?: unknown) {
    super(trouble, {
      code: 'TRIED_OUT',
      remedy: `It was tried for ${String(Math.round(triedMs / 1000))} s; \`espalier run resume RUN\` tries it again`,
      cause,
    });
  }
}

/** Trouble in words, with what can be done about it. */
export function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof EspalierError ? `${message}. ${error.remedy}` : message;
}
