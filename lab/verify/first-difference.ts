/** Where two texts first differ, with what stands there in each. */
export interface TextDifference {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** What is around it on that line; empty where the text has ended. */
  readonly left: string;
  readonly right: string;
}

/** Characters shown before and behind the first that differs. */
const before = 60;
const behind = 100;

/** null: they are equal. */
export function firstDifference(left: string, right: string): TextDifference | null {
  if (left === right) return null;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const lineBegin = left.lastIndexOf('\n', at - 1) + 1;
  const line = left.slice(0, lineBegin).split('\n').length;
  const shown = (text: string): string => {
    const end = text.indexOf('\n', at);
    const lineEnd = end === -1 ? text.length : end;
    return text.slice(Math.max(lineBegin, at - before), Math.min(lineEnd, at + behind));
  };
  return { line, column: at - lineBegin + 1, left: shown(left), right: shown(right) };
}
