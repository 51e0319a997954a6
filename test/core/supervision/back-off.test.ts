import {
  failed,
  noFailures,
  rememberedMs,
  tried,
  waitMs,
} from '../../../core/supervision/back-off';
import type { BackOff } from '../../../core/supervision/back-off';

/** What it fails with, again and again as soon as it may be tried: the waits, ms. */
function waits(times: number, livesMs = 0): readonly number[] {
  let backOff: BackOff = noFailures;
  let nowMs = 1_000;
  return Array.from({ length: times }, () => {
    backOff = failed(backOff, nowMs);
    const wait = waitMs(backOff, nowMs);
    nowMs += wait + livesMs;
    backOff = tried(backOff);
    return wait;
  });
}

describe('how long something that fails waits for its next try', () => {
  it('is nothing at first, and doubles with each failure up to a minute', () => {
    expect(waits(10)).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('stays at a minute for what fails for ever, and keeps little of it', () => {
    expect(
      waits(5_000)
        .slice(100)
        .every((wait) => wait === 60_000),
    ).toBe(true);
    let backOff: BackOff = noFailures;
    for (let nowMs = 0; nowMs < 100 * rememberedMs; nowMs += 60_000) {
      backOff = tried(failed(backOff, nowMs));
    }
    expect(backOff.failures.length).toBeLessThanOrEqual(10);
  });

  it('is nothing again after it has worked for long enough', () => {
    expect(waits(6, rememberedMs)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('does not grow while it waits, and ends when it is over', () => {
    const twice = failed(tried(failed(noFailures, 0)), 10);
    expect(failed(twice, 200)).toBe(twice);
    expect(waitMs(twice, 200)).toBe(310);
    expect(waitMs(twice, 510)).toBe(0);
    expect(waitMs(tried(twice), 200)).toBe(0);
  });
});
