import type { Example, Subject } from './example';
import { givenArguments } from './given-arguments';
import { valueAt } from './value-at';

const input = /^[ \t]*Input[ \t]*:[ \t\n]*/gm;
const output = /[ \t]*\n[ \t]*Output[ \t]*:[ \t\n]*/y;

/** `Input: x = 3, y = [1]` with `Output: 4` below it; what follows the value on its line has to be a comment. */
export function scanInputOutput(text: string, subject: Subject): readonly Example[] {
  return [...text.matchAll(input)].flatMap(({ index, 0: matched }): Example[] => {
    const given = givenArguments(text, index + matched.length, subject);
    if (given === null) return [];
    output.lastIndex = given.end;
    const said = output.exec(text);
    const value = said === null ? null : valueAt(text, given.end + said[0].length);
    if (
      value === null ||
      !/^[ \t]*(?:#[^\n]*)?(?:\n|$)/.test(text.slice(value.end, value.end + 500))
    )
      return [];
    return [{ at: index, call: `${subject.name}(${given.text})`, value: value.text }];
  });
}
