import { UsageError } from '../core/errors/errors';
import { flagName } from '../lab/planning/flag-name';
import { inRange, rangeText } from '../lab/planning/number-range';
import type { NumberRange } from '../lab/planning/number-range';

/** The number that a text is, when it is one in the range; else null. No hexadecimal, no blanks, no infinity. */
export function readNumber(text: string, range: NumberRange): number | null {
  if (!(range.whole === true ? /^\d+$/ : /^(\d+\.?\d*|\.\d+)$/).test(text)) return null;
  const number = Number(text);
  return inRange(number, range) ? number : null;
}

/** A flag's number; undefined when the flag is absent. @throws UsageError naming the flag and its value. */
export function parseNumber(
  name: string,
  value: string | undefined,
  range: NumberRange = { least: 0 },
): number | undefined {
  if (value === undefined) return undefined;
  const number = readNumber(value, range);
  if (number !== null) return number;
  throw new UsageError(
    `${flagName(name)} ${JSON.stringify(value)} cannot be used`,
    `Give ${rangeText(range)}`,
    { code: 'BAD_FLAG' },
  );
}

/** A whole number of at least 1 from a flag. @throws UsageError */
export function wholeFlag(name: string, value: string | undefined, fallback: number): number {
  return parseNumber(name, value, { least: 1, whole: true }) ?? fallback;
}
