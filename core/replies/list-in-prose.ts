/** `1.`, `2)`, `(3)`, `**4.**`. Every repetition is bounded: the text is hostile. */
const numbered = /^[\s>*_]{0,12}\(?\d{1,3}(?:[.):]|\*\*)[*_]{0,3}[:.]?\s{1,8}/;
const bulleted = /^\s{0,8}[-*•+]\s{1,8}/;
/** `### Strategy 1: Set`, `**Approach B: Sort**`, `Idea 3.`: what stands under it is one item. */
const headed =
  /^[\s#>*_]{0,12}(?:strategy|approach|reflection|idea|fix|step|issue|option|method|solution|improvement)\s{1,3}#?(?:\d{1,3}|[A-H]|one|two|three|four|five)\b[*_]{0,3}(?:\s{0,3}[:.)–—-]|\s*$)[*_\s]{0,6}/i;
/** `## 1. Set`: a heading of its own. */
const titled = /^\s{0,3}#{1,6}\s{1,3}[*_]{0,3}\(?\d{1,3}[.):]\s{1,8}/;

/** The word of a heading, and its number. */
const wordAndNumber = /([a-z]+)\s{1,3}#?(\d{1,3}|[a-h]|one|two|three|four|five)\b/i;
const numberWords = ['one', 'two', 'three', 'four', 'five'];

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
 * Items of the first list: of headings (`Strategy 1`, `## 2.`); else a numbered list, which ends where its numbers begin
 * again; else a bulleted list. Deeper lists and headings of parts (`Step 1`, `Fix 1` under `Issue 1`) belong to the item, until
 * an empty line is followed by unindented prose. Prose before the list does not count.
 */
export function listInProse(
  text: string,
  { atMost, itemLength, heading = headed }: ListTerms,
): readonly string[] {
  const lines = text.split('\n');
  const marker = [heading, titled, numbered, bulleted].find((one) =>
    lines.some((line) => one.test(line)),
  );
  if (marker === undefined) return [];
  const marksItem =
    marker === heading
      ? headingsOfOneLevel(lines, heading)
      : marker === titled
        ? () => true
        : marksOfOneLevel(lines, marker);
  const items: Growing[] = [];
  let open = false;
  let afterGap = false;
  for (const line of lines) {
    const mark = marker.exec(line)?.[0] ?? null;
    if (mark !== null && marksItem(line, mark, items.length)) {
      const next = Number(/\d+/.exec(mark)?.[0]);
      const another = marker === numbered && next === 1 && items.length > 0 && !open;
      if (items.length >= atMost || another) break;
      items.push({ lines: [line.slice(mark.length)], length: line.length });
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

type MarksItem = (line: string, mark: string, itemsBefore: number) => boolean;

/** Those that are indented as the first of them, and bold where it is. */
function marksOfOneLevel(lines: readonly string[], marker: RegExp): MarksItem {
  const first = lines.find((line) => marker.test(line)) ?? '';
  const indent = indentOf(first);
  // Some begin their reply with a blank.
  return (line) => indentOf(line) <= indent + 1 && isBold(line) === isBold(first);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function isBold(line: string): boolean {
  return /^\s*(?:\*\*|__)\(?\d/.test(line);
}

/** Those with the word of the first, or that continue its numbers. A step is part of what another word heads. */
function headingsOfOneLevel(lines: readonly string[], heading: RegExp): MarksItem {
  const words = lines.flatMap((line) => wordOf(heading.exec(line)?.[0]) ?? []);
  const main = words.find((word) => word !== 'step') ?? 'step';
  return (_, mark, itemsBefore) => {
    const word = wordOf(mark);
    if (word === null || word === main) return true;
    return word !== 'step' && itemsBefore > 0 && numberOf(mark) === itemsBefore + 1;
  };
}

function wordOf(mark: string | undefined): string | null {
  return wordAndNumber.exec(mark ?? '')?.[1]?.toLowerCase() ?? null;
}

function numberOf(mark: string): number {
  const written = wordAndNumber.exec(mark)?.[2]?.toLowerCase() ?? '';
  if (/^\d/.test(written)) return Number(written);
  const place = numberWords.indexOf(written);
  return place < 0 ? written.charCodeAt(0) - 'a'.charCodeAt(0) + 1 : place + 1;
}
