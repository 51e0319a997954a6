/** `1.`, `2)`, `(3)`, `**4.**`, `### Strategy 5:`. Every repetition is bounded: the text is hostile. */
const numbered =
  /^[\s#>*_]{0,12}(?:(?:strategy|approach|reflection|idea|fix|step)\s{1,3})?\(?\d{1,3}(?:[.):]|\*\*)[*_]{0,3}[:.]?\s{1,8}/i;
const bulleted = /^\s{0,8}[-*•+]\s{1,8}/;

interface Growing {
  readonly lines: string[];
  length: number;
}

/**
 * Items of the first numbered list of a text, or of its bulleted list when nothing is numbered. Lines that follow
 * an item belong to it, until an empty line is followed by unindented prose; prose before the list does not count.
 */
export function listInProse(
  text: string,
  { atMost, itemLength }: { readonly atMost: number; readonly itemLength: number },
): readonly string[] {
  const lines = text.split('\n');
  const marker = lines.some((line) => numbered.test(line)) ? numbered : bulleted;
  const items: Growing[] = [];
  let open = false;
  let afterGap = false;
  for (const line of lines) {
    const mark = marker.exec(line);
    if (mark !== null) {
      if (items.length >= atMost) break;
      items.push({ lines: [line.slice(mark[0].length)], length: line.length });
      open = true;
    } else if (line.trim() === '') {
      afterGap = true;
      continue;
    } else if (afterGap && !/^\s/.test(line)) {
      open = false;
    } else {
      const last = items.at(-1);
      if (open && last !== undefined && last.length < itemLength) {
        last.lines.push(line.trim());
        last.length += line.length;
      }
    }
    afterGap = false;
  }
  return items.map((item) => item.lines.join('\n').trim());
}
