import { countText } from '../../../core/words/plural';

/** A line beyond this is longer than anybody has written it by hand. */
const longestLine = { head: 400, tail: 200 };

/** Long texts with their middle left out, and that of long lines: most of the room is their beginning's. */
export function shortenLines(lines: readonly string[], most: number): readonly string[] {
  return most === Infinity ? lines : fewLines(lines, most).map(shortenLine);
}

function shortenLine(line: string): string {
  const { head, tail } = longestLine;
  const left = line.length - head - tail;
  if (left <= 0) return line;
  return `${line.slice(0, head)} … ${countText(left)} characters left out … ${line.slice(-tail)}`;
}

function fewLines(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  const tail = Math.floor(most / 3);
  const head = most - tail - 1;
  const left = countText(lines.length - head - tail);
  return [
    ...lines.slice(0, head),
    `… ${left} lines left out`,
    ...lines.slice(-tail || lines.length),
  ];
}
