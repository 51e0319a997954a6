/**
 * Keeps the first and last lines, whole, and says how many were left out. @param most.lines at least 3 @param most.chars with
 * line ends. Default: no limit
 */
export function boundLines(
  lines: readonly string[],
  { lines: mostLines, chars = Number.POSITIVE_INFINITY }: { lines: number; chars?: number },
): readonly string[] {
  if (lines.length <= mostLines && sizeOf(lines) <= chars) return lines;
  const room = { lines: mostLines - 1, chars: chars - remark(lines.length).length - 1 };
  const head = fitting(lines, { lines: Math.ceil(room.lines / 2), chars: room.chars / 2 });
  const rest = lines.slice(head.length);
  const tail = fitting(rest.toReversed(), {
    lines: room.lines - head.length,
    chars: room.chars - sizeOf(head),
  }).toReversed();
  return [...head, remark(lines.length - head.length - tail.length), ...tail];
}

function fitting(
  lines: readonly string[],
  most: { readonly lines: number; readonly chars: number },
): readonly string[] {
  let chars = 0;
  const over = lines.findIndex((line, index) => {
    chars += line.length + 1;
    return chars > most.chars || index >= most.lines;
  });
  return over === -1 ? lines : lines.slice(0, over);
}

const sizeOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + line.length + 1, 0);

const remark = (count: number): string => `[... ${String(count)} lines left out ...]`;
