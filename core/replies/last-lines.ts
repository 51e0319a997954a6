/** The last few lines of a reply that are not empty, in their order: where a judge writes its word. */
export function lastLines(text: string): readonly string[] {
  return text
    .slice(-2000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-5);
}
