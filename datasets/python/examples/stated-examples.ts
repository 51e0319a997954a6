import type { Example, Subject } from './example';
import { givenArguments } from './given-arguments';
import { valueAt } from './value-at';

const beginning = /(?<![\w])For[ \t]+(?=[A-Za-z_]\w*[ \t]*=)/g;
/** Up to the end of the line: `, the sum of digits will be 6 the output should be `. */
const result = /[^\n]{0,200}?\b(?:output|result|answer)[ \t]+(?:should|must|will)[ \t]+be:?[ \t]*/y;

/** `For x = 3, y = [1], the output should be 4`. */
export function scanStated(text: string, subject: Subject): readonly Example[] {
  return [...text.matchAll(beginning)].flatMap(({ index, 0: matched }): Example[] => {
    const given = givenArguments(text, index + matched.length, subject);
    if (given === null) return [];
    result.lastIndex = given.end;
    const said = result.exec(text);
    const value = said === null ? null : valueAt(text, given.end + said[0].length);
    if (value === null || !/^[ \t]*\.?[ \t]*(?:\n|$)/.test(text.slice(value.end, value.end + 200)))
      return [];
    return [{ at: index, call: `${subject.name}(${given.text})`, value: value.text }];
  });
}
