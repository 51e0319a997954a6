/**
 * How long a fault of the infrastructure is waited out. Only time in which a worker tried counts: the length of each try, and
 * the planned wait after it. Time in which no worker runs does not count, also during a wait.
 */
export interface TriedFor {
  readonly windowMs: number;
  /** Tried time before this try, with the waits. */
  readonly triedMs: number;
}

/** Waits before the next try of an activity. Each wait is `coefficient` times the former. */
export interface BackOff {
  readonly initialMs: number;
  readonly coefficient: number;
  readonly maximumMs: number;
}

/** The engine limits activities only by the calendar and tells them the limit. No time without workers reaches this one. */
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
 * The window after a failed try. The last try is the one whose next try would begin after the window.
 * @param spentMs length of the try
 * @param waitMs planned wait after it
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
