/**
 * How long trouble of the outside is waited out. Only time in which a worker was trying counts: what a try took, and the wait
 * that was planned after it. Time in which nobody works does not, however long: a wait counts as it was planned, not as it was.
 */
export interface TriedFor {
  /** How long it may be tried. */
  readonly windowMs: number;
  /** How long it was tried before this try, with the waits. */
  readonly triedMs: number;
}

/** How an activity's next try is put off: each time `coefficient` times as long. */
export interface BackOff {
  readonly initialMs: number;
  readonly coefficient: number;
  readonly maximumMs: number;
}

/** The engine ends an activity by the calendar alone, and tells it that limit. So it gets one that no time off comes near. */
const windowsOnTheCalendar = 1000;

export function calendarLimitMs(windowMs: number): number {
  return windowMs * windowsOnTheCalendar;
}

export function windowOf(calendarLimit: number): number {
  return calendarLimit / windowsOnTheCalendar;
}

/** The wait after a try, counted from 1. */
export function waitAfter(nth: number, { initialMs, coefficient, maximumMs }: BackOff): number {
  return Math.min(maximumMs, initialMs * coefficient ** (nth - 1));
}

/**
 * What a failed try makes of it. The last one is that whose next would begin after the window.
 * @param spentMs what the try took
 * @param waitMs the wait that is planned after it
 */
export function afterFailure(
  { windowMs, triedMs }: TriedFor,
  { spentMs, waitMs }: { readonly spentMs: number; readonly waitMs: number },
): { readonly isOver: boolean; readonly triedMs: number } {
  const next = triedMs + spentMs + waitMs;
  return next > windowMs
    ? { isOver: true, triedMs: triedMs + spentMs }
    : { isOver: false, triedMs: next };
}
