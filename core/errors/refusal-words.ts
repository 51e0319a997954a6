/** What an endpoint says of a request, without what differs from one to the next: numbers, ids, what it quotes. */
export function refusalWords(words: string): string {
  return words
    .toLowerCase()
    .replace(/\b(?=\S*\d)[\w-]{6,}\b|\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}
