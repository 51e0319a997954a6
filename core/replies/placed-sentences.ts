/** A sentence of a text, trimmed, and where it stands. */
export interface PlacedSentence {
  readonly text: string;
  readonly at: number;
  /** Its line, trimmed, and whether it is the line's first. */
  readonly line: string;
  readonly begins: boolean;
}

/** The sentences of each line that is not empty, in order. The point behind a number that begins a line ends none. */
export function placedSentences(text: string): readonly PlacedSentence[] {
  const sentences: PlacedSentence[] = [];
  let lineAt = 0;
  for (const line of text.split('\n')) {
    let from = 0;
    let begins = true;
    for (const { index, 0: gap } of [...line.matchAll(/(?<=[.!?][*_"'`)]{0,3})\s+|$/g)]) {
      const part = line.slice(from, index);
      if (/^\s*\(?\d{1,2}[.)]$/.test(part)) continue;
      if (part.trim() !== '') {
        const at = lineAt + from + (part.length - part.trimStart().length);
        sentences.push({ text: part.trim(), at, line: line.trim(), begins });
        begins = false;
      }
      from = index + gap.length;
    }
    lineAt += line.length + 1;
  }
  return sentences;
}
