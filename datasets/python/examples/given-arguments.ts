import type { Subject } from './example';
import { valueAt } from './value-at';

const named = /[ \t\n]*,?[ \t\n]*([A-Za-z_]\w*)[ \t]*[=:][ \t]*/y;

/** Arguments as prose gives them: `x = 3, y = [1]`, or the value alone of a function's only parameter. */
export interface GivenArguments {
  /** As a call has them. */
  readonly text: string;
  readonly end: number;
}

/** Names need not be those of the parameters, as long as there are as many, in order. null: it gives none, or not all. */
export function givenArguments(
  text: string,
  start: number,
  { parameters }: Subject,
): GivenArguments | null {
  const values: (readonly [name: string, value: string])[] = [];
  let end = start;
  while (values.length < parameters.length) {
    named.lastIndex = end;
    const name = named.exec(text);
    const value = name === null ? null : valueAt(text, end + name[0].length);
    if (name === null || value === null) break;
    values.push([name[1] ?? '', value.text]);
    end = value.end;
  }
  if (values.length === 0 && parameters.length === 1) {
    const value = valueAt(text, start);
    return value === null ? null : { text: value.text, end: value.end };
  }
  if (values.length !== parameters.length) return null;
  const byName = new Map(values);
  const known = parameters.every((parameter) => byName.has(parameter));
  const ordered = known
    ? parameters.map((parameter) => byName.get(parameter) ?? '')
    : [...values.map(([, value]) => value)];
  return { text: ordered.join(', '), end };
}
