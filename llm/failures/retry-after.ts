/** The longest wait we let an endpoint ask for, ms. Beyond it our own back-off decides. */
const longestRetryAfterMs = 60_000;

const number = /^\d+(\.\d+)?$/;
const dateWithZone = /^[a-z]{3,9},? .*\d{2}:\d{2}:\d{2} (gmt|utc)$/i;
const asctime = /^[a-z]{3} [a-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/i;

/**
 * How long an answer asks us to wait, in ms: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date
 * (all three forms of RFC 9110), at most 60 s. Zero, negative, past and unreadable values are no wish: undefined.
 */
export function retryAfterMs(
  headers: { readonly get: (name: string) => string | null },
  nowMs: number,
): number | undefined {
  const milliseconds = headers.get('retry-after-ms')?.trim() ?? '';
  const wish = number.test(milliseconds) ? capped(Number(milliseconds)) : undefined;
  return wish ?? fromRetryAfter(headers.get('retry-after')?.trim() ?? '', nowMs);
}

function fromRetryAfter(value: string, nowMs: number): number | undefined {
  if (number.test(value)) return capped(Number(value) * 1000);
  if (dateWithZone.test(value)) return capped(Date.parse(value) - nowMs);
  // asctime has no zone and means UTC; without one Date.parse would take ours.
  if (asctime.test(value)) return capped(Date.parse(`${value} GMT`) - nowMs);
  return undefined;
}

function capped(waitMs: number): number | undefined {
  if (Number.isNaN(waitMs) || waitMs <= 0) return undefined;
  return Math.min(Math.ceil(waitMs), longestRetryAfterMs);
}
