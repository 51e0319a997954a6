export type TripleQuotes = '"""' | "'''";

/** The triple-quoted string in which a line ends, given the one in which it begins; null: none. */
export function stringAfter(line: string, before: TripleQuotes | null): TripleQuotes | null {
  let open = before;
  for (let place = 0; place < line.length; place += 1) {
    const character = line.charAt(place);
    if (open !== null) {
      if (character === '\\') place += 1;
      else if (line.startsWith(open, place)) {
        place += 2;
        open = null;
      }
    } else if (character === '#') return null;
    else if (character === '"' || character === "'") {
      const triple = character === '"' ? '"""' : "'''";
      if (line.startsWith(triple, place)) {
        open = triple;
        place += 2;
      } else place = endOfShortString(line, place);
    }
  }
  return open;
}

function endOfShortString(line: string, from: number): number {
  const quote = line.charAt(from);
  for (let place = from + 1; place < line.length; place += 1) {
    if (line.charAt(place) === '\\') place += 1;
    else if (line.charAt(place) === quote) return place;
  }
  return line.length;
}
