import type { NumberRange } from '../lab/planning/number-range';
import { listFlag } from './list-flag';
import { readNumber } from './parse-number';

/** Longest span of whole numbers that a flag stands for. */
const longestSpan = 10_000;

/**
 * `1,2,5` and spans of whole numbers such as `0-19` as numbers; a part that is none in the range is left as it is, for the
 * request's schema to refuse.
 */
export function numbersFlag(range: NumberRange): (typed: string) => readonly unknown[] {
  return (typed) =>
    listFlag(typed).flatMap((part): readonly unknown[] => {
      const [, from, to] = /^(\d+)-(\d+)$/.exec(part) ?? [];
      if (range.whole !== true || from === undefined || to === undefined) {
        return [readNumber(part, range) ?? part];
      }
      const [first, last] = [readNumber(from, range), readNumber(to, range)];
      if (first === null || last === null || last < first || last - first >= longestSpan) {
        return [part];
      }
      return Array.from({ length: last - first + 1 }, (_, place) => first + place);
    });
}
