/** A rate of 0 to 1 with three digits; `-` for null. */
export function rateText(rate: number | null): string {
  return rate === null ? '-' : rate.toFixed(3);
}

export function intervalText(interval: readonly [low: number, high: number] | null): string {
  return interval === null ? '-' : `[${rateText(interval[0])}, ${rateText(interval[1])}]`;
}

export function percentText(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

/** Dollars with four digits; `unknown` for null, because an unknown price is not zero. */
export function usdText(costUsd: number | null): string {
  return costUsd === null ? 'unknown' : `$${costUsd.toFixed(4)}`;
}
