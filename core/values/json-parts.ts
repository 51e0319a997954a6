/**
 * The parts of a JSON list or object as texts, white space around them left away: elements, or `"name": value`. Nothing of them
 * is read: numbers of any size, NaN and infinities stay as they are written. In one pass; none for what is neither.
 */
export function jsonParts(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let place = 0; place < text.length; place += 1) {
    const char = text.charAt(place);
    if (char === '"') place = closingQuote(text, place);
    else if (char === '[' || char === '{') {
      depth += 1;
      if (depth === 1) start = place + 1;
    } else if (char === ']' || char === '}') {
      depth -= 1;
      const last = depth === 0 ? text.slice(start, place).trim() : '';
      if (last !== '') parts.push(last);
    } else if (char === ',' && depth === 1) {
      parts.push(text.slice(start, place).trim());
      start = place + 1;
    }
  }
  return parts;
}

/** The name of an object's part. */
export function nameOfPart(part: string): string {
  return JSON.parse(part.slice(0, closingQuote(part, 0) + 1)) as string;
}

function closingQuote(text: string, start: number): number {
  let place = start + 1;
  while (place < text.length && text.charAt(place) !== '"')
    place += text.charAt(place) === '\\' ? 2 : 1;
  return place;
}
