/** `1.`, `2)`, `(3)`, `**4.**`. Every repetition is bounded: the text is hostile. */
const numbered = /^[\s>*_]{0,12}\(?\d{1,3}(?:[.):]|\*\*)[*_]{0,3}[:.]?\s{1,8}/;
const bulleted = /^\s{0,8}[-*•+]\s{1,8}/;
/** `### Strategy 1: Set`, `**Approach B: Sort**`, `Idea 3.`: what stands under it is one item. */
const headed =
  /^[\s#>*_]{0,12}(?:strategy|approach|reflection|idea|fix|step|issue|option|method|solution|improvement)\s{1,3}#?(?:\d{1,3}|[A-H]|one|two|three|four|five)\b[*_]{0,3}(?:\s{0,3}[:.)–—-]|\s*$)[*_\s]{0,6}/i;
/** `## 1. Set`: a heading of its own. */
const titled = /^\s{0,3}#{1,6}\s{1,3}[*_]{0,3}\(?\d{1,3}[.):]\s{1,8}/;

interface Growing {
  readonly lines: string[];
  length: number;
}

export interface ListTerms {
  readonly atMost: number;
  readonly itemLength: number;
  /** Of an item; default those of strategies and reflections. */
  readonly heading?: RegExp;
}

/**
 * Items of the first list of a text: of its headings (`Strategy 1`, `## 2.`), whatever lists stand under them; else
 * of the first numbered list, which ends where its numbers begin anew; else of its bulleted one. Lines that follow an item
 * belong to it, until an empty line is followed by unindented prose; prose before the list does not count.
 */
export function listInProse(
  text: string,
  { atMost, itemLength, heading = headed }: ListTerms,
): readonly string[] {
  const lines = text.split('\n');
  const marker = [heading, titled, numbered, bulleted].find((one) =>
    lines.some((line) => one.test(line)),
  );
  const items: Growing[] = [];
  let open = false;
  let afterGap = false;
  for (const line of lines) {
    const mark = marker?.exec(line) ?? null;
    if (mark !== null) {
      const next = Number(/\d+/.exec(mark[0])?.[0]);
      const another = marker === numbered && next === 1 && items.length > 0 && !open;
      if (items.length >= atMost || another) break;
      items.push({ lines: [line.slice(mark[0].length)], length: line.length });
      open = true;
    } else if (line.trim() === '') {
      afterGap = true;
      continue;
    } else if (afterGap && !/^\s/.test(line) && marker !== heading && marker !== titled) {
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
  return items.map((item) =>
    item.lines
      .join('\n')
      .replace(/\*\*\n/, '\n')
      .trim(),
  );
}
