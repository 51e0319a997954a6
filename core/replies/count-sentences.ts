const inlineCode = /(`+)[^`]+?\1/g;
const listMark = /^\s*(?:[-*•+]|\(?\d{1,3}[.)])\s+/;
/** Words whose point ends no sentence, and initials. */
const abbreviation =
  /(?:^|[\s("'])(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|fig|eq|no|mr|mrs|ms|dr|prof|st|al|\p{L})\.$/iu;
/** Closing marks may stand between the point and the blank. */
const end = /(?:[.!?…]+|[。！？])["'”’)\]*_]*(?=\s|$)|[。！？]/gu;

/** Points in numbers, names (`list.sort`), inline code, abbreviations end none; each item and paragraph has at least one. */
export function countSentences(text: string): number {
  return paragraphs(text.replace(inlineCode, 'code')).reduce(
    (sum, paragraph) => sum + sentencesIn(paragraph),
    0,
  );
}

function paragraphs(text: string): readonly string[] {
  const found: string[] = [];
  let open = false;
  for (const line of text.split('\n')) {
    const item = line.replace(listMark, '');
    if (open && item === line && line.trim() !== '')
      found.push(`${found.pop() ?? ''} ${line.trim()}`);
    else if (item.trim() !== '') found.push(item.trim());
    open = line.trim() !== '';
  }
  return found;
}

function sentencesIn(paragraph: string): number {
  let count = 0;
  let start = 0;
  for (const match of paragraph.matchAll(end)) {
    const next = match.index + match[0].length;
    const rest = paragraph.slice(next).trimStart();
    if (rest !== '' && endsNone(paragraph.slice(start, next), rest)) continue;
    if (hasWord(paragraph.slice(start, next))) count += 1;
    start = next;
  }
  return hasWord(paragraph.slice(start)) ? count + 1 : count;
}

function endsNone(before: string, rest: string): boolean {
  if (abbreviation.test(before)) return true;
  return /(?:\.{2,}|…)$/.test(before) && /^\p{Ll}/u.test(rest);
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
