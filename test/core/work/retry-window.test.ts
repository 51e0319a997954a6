import {
  afterFailure,
  calendarLimitMs,
  waitAfter,
  windowOf,
} from '../../../core/work/retry-window';

const backOff = { initialMs: 1_000, coefficient: 2, maximumMs: 60_000 };

describe('how long trouble is waited out', () => {
  it('is told by the limit that the engine is given', () => {
    expect(windowOf(calendarLimitMs(86_400_000))).toBe(86_400_000);
    expect(calendarLimitMs(20_000)).toBeGreaterThan(4 * 60 * 60 * 1_000);
  });

  it('counts what tries took and the waits between them', () => {
    const tried = { windowMs: 20_000, triedMs: 3_000 };
    expect(afterFailure(tried, { spentMs: 500, waitMs: 4_000 })).toEqual({
      isOver: false,
      triedMs: 7_500,
    });
  });

  it('is over when the next try would come after it, without the wait for that', () => {
    const tried = { windowMs: 20_000, triedMs: 15_000 };
    expect(afterFailure(tried, { spentMs: 1_000, waitMs: 4_000 }).isOver).toBe(false);
    expect(afterFailure(tried, { spentMs: 1_000, waitMs: 4_001 })).toEqual({
      isOver: true,
      triedMs: 16_000,
    });
  });

  it('comes to as many tries as waits fit into it', () => {
    let tried = { isOver: false, triedMs: 0 };
    let tries = 0;
    while (!tried.isOver) {
      tries += 1;
      const failed = { spentMs: 0, waitMs: waitAfter(tries, backOff) };
      tried = afterFailure({ windowMs: 20_000, triedMs: tried.triedMs }, failed);
    }
    expect([tries, tried.triedMs]).toEqual([5, 15_000]);
  });

  it('waits twice as long each time, up to the longest wait', () => {
    expect([1, 2, 3, 7, 2_000].map((nth) => waitAfter(nth, backOff))).toEqual([
      1_000, 2_000, 4_000, 60_000, 60_000,
    ]);
  });
});
