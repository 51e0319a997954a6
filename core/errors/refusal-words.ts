/** The words of a refusal without the parts that differ between requests: numbers, ids and quotations. */
export function refusalWords(words: string): string {
  return words
    .toLowerCase()
    .replace(/\b(?=\S*\d)[\w-]{6,}\b|\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}
