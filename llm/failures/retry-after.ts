/** A quota may be that of a month. Who asks for more is taken not to have meant it, and our own back-off decides. */
const longestWaitMs = 31 * 24 * 60 * 60 * 1000;

const number = /^\d+(\.\d+)?$/;
const dateWithZone = /^[a-z]{3,9},? .*\d{2}:\d{2}:\d{2} (gmt|utc)$/i;
const asctime = /^[a-z]{3} [a-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/i;

/**
 * In ms: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date (three forms of RFC 9110). Zero, negative, past
 * and unreadable values, and those beyond a month: undefined.
 */
export function retryAfterMs(
  headers: { readonly get: (name: string) => string | null },
  nowMs: number,
): number | undefined {
  const milliseconds = headers.get('retry-after-ms')?.trim() ?? '';
  const wish = number.test(milliseconds) ? believed(Number(milliseconds)) : undefined;
  return wish ?? fromRetryAfter(headers.get('retry-after')?.trim() ?? '', nowMs);
}

function fromRetryAfter(value: string, nowMs: number): number | undefined {
  if (number.test(value)) return believed(Number(value) * 1000);
  if (dateWithZone.test(value)) return believed(Date.parse(value) - nowMs);
  // asctime has no zone and means UTC; without one Date.parse would take ours.
  if (asctime.test(value)) return believed(Date.parse(`${value} GMT`) - nowMs);
  return undefined;
}

function believed(waitMs: number): number | undefined {
  const isWish = waitMs > 0 && waitMs <= longestWaitMs;
  return isWish ? Math.ceil(waitMs) : undefined;
}
