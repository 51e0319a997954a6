import { countText } from '../../../report/number-text';

/** Long texts with their middle left out: most of the room is their beginning's. */
export function shortenLines(lines: readonly string[], most: number): readonly string[] {
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
