import { plainText } from './plain-text';

/** Between fences longer than any inside, so that nothing in it can end the quotation; what cannot be seen as its escape. */
export function quoteAsData(text: string, language = ''): string {
  const plain = plainText(text);
  let longest = 2;
  for (const [run] of plain.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${plain.trimEnd()}\n${fence}`;
}
