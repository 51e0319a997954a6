/** What a number may be. */
export interface NumberRange {
  readonly least: number;
  readonly most?: number;
  readonly whole?: boolean;
}

/** What a number may be, in words. */
export function rangeText({ least, most, whole = false }: NumberRange): string {
  const kind = whole ? 'a whole number' : 'a number';
  const upTo = most === undefined ? `${String(Number.MAX_SAFE_INTEGER)} (2^53 - 1)` : String(most);
  return `${kind} from ${String(least)} to ${upTo}`;
}

export function inRange(number: number, { least, most, whole = false }: NumberRange): boolean {
  if (!Number.isFinite(number) || (whole && !Number.isInteger(number))) return false;
  return number >= least && number <= (most ?? Number.MAX_SAFE_INTEGER);
}
