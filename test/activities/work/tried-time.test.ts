import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import type { Info } from '@temporalio/activity';

import { TriedTime, wordsOf } from '../../../activities/work/tried-time';
import { EspalierError } from '../../../core/errors/errors';
import type { ErrorFate } from '../../../core/errors/errors';
import { calendarLimitMs } from '../../../core/work/retry-window';

const windowMs = 1_000_000;

function failure(fate: ErrorFate, retryAfterMs?: number): EspalierError {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  return new EspalierError('busy', { code: 'BUSY', remedy: 'Wait', fate, ...wait });
}

/** A try after this much tried time. */
function tryAfter(triedMs: number, changes: Partial<Info> = {}): TriedTime {
  const info = {
    attempt: 1,
    scheduleToCloseTimeoutMs: calendarLimitMs(windowMs),
    retryPolicy: { initialInterval: 100_000, maximumInterval: 400_000, backoffCoefficient: 2 },
    heartbeatDetails: { triedMs },
    ...changes,
  };
  return new TriedTime(info as unknown as Info);
}

/** What a failure adds to the tried time, to the nearest second. */
const added = (time: TriedTime, error: unknown): number =>
  Math.round(time.failed(error).triedMs / 1_000) * 1_000;

describe('the time for which an activity has been tried', () => {
  it.each([
    [1, 100_000],
    [2, 200_000],
    [3, 400_000],
    [4, 400_000],
  ])('grows after try %d by the wait of %d ms', (attempt, waitMs) => {
    expect(added(tryAfter(0, { attempt }), failure('retryable'))).toBe(waitMs);
    expect(added(tryAfter(0, { attempt }), new Error('ours'))).toBe(waitMs);
  });

  it('grows by the wait that an endpoint asks for', () => {
    expect(added(tryAfter(0, { attempt: 3 }), failure('retryable', 7_000))).toBe(7_000);
    expect(added(tryAfter(5_000), failure('retryable', 0))).toBe(5_000);
  });

  it.each([
    failure('terminal'),
    failure('waits'),
    new CancelledFailure('no'),
    ApplicationFailure.retryable('no'),
  ])('grows by no wait after what is not tried again (%#)', (error) => {
    const time = tryAfter(5_000);
    expect(added(time, error)).toBe(5_000);
    expect(time.failed(error).error).toBe(error);
  });

  it('is over when the next try would come after the window', () => {
    const last = failure('retryable', windowMs + 1);
    const { error } = tryAfter(0).failed(last);
    expect(error).toMatchObject({
      code: 'TRIED_OUT',
      message: 'busy. Wait',
      remedy: expect.stringMatching(/^It was tried for 0 s; /) as string,
      cause: last,
    });
    const inTime = failure('retryable', windowMs - 60_000);
    expect(tryAfter(0).failed(inTime).error).toBe(inTime);
  });

  it('has no end without a window', () => {
    const time = tryAfter(10 * windowMs, { scheduleToCloseTimeoutMs: 0 });
    const error = failure('retryable');
    expect(time.failed(error).error).toBe(error);
    expect(() => {
      time.requireTime();
    }).not.toThrow();
  });

  it('ends what was cut off again and again, never after one cut', () => {
    const after = (cutOff: number, underWay: boolean, triedMs = windowMs + 1) =>
      tryAfter(0, { heartbeatDetails: { triedMs, cutOff, underWay } });
    expect([after(1, false).cutOff, after(1, true).cutOff]).toEqual([1, 2]);
    const require = (time: TriedTime) => () => {
      time.requireTime();
    };
    expect(require(after(1, false))).not.toThrow();
    expect(require(after(0, true))).not.toThrow();
    expect(require(after(1, true))).toThrow('its tries were cut off');
    expect(require(after(0, false))).toThrow('its tries were cut off');
    expect(require(after(1, true, windowMs))).not.toThrow();
  });
});

test('an error is told with its remedy', () => {
  expect(wordsOf(failure('terminal'))).toBe('busy. Wait');
  expect(wordsOf(new Error('ours'))).toBe('ours');
  expect(wordsOf('a text')).toBe('a text');
});
