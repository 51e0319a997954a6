import type { NumberRange } from '../lab/planning/number-range';
import { listFlag } from './list-flag';
import { readNumber } from './parse-number';

/** Longest span of whole numbers that a flag stands for. */
const longestSpan = 10_000;

/** Numbers of `1,2,5` and spans such as `0-19`. A part outside the range is kept: the request's schema refuses it. */
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
