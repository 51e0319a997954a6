import type { BlobStore } from '../core/ports/records';
import type { TextRef } from '../core/schemas/text';
import { plural } from '../core/words/plural';
import { terminalSafe } from './terminal-safe';

/** A label and the beginning of a stored text below it; `--calls` shows texts in full. */
export async function quoteText(
  blobs: BlobStore,
  label: string,
  text: Pick<TextRef, 'sha256'> | null,
  quotedLines = 8,
): Promise<readonly string[]> {
  if (text === null) return [];
  const lines = terminalSafe(await blobs.get(text.sha256))
    .trim()
    .split('\n')
    .map((line) => line.trimEnd());
  const [first = ''] = lines;
  if (lines.length === 1) return [`${label}: ${first}`];
  const more = lines.length - quotedLines;
  return [
    `${label}:`,
    ...lines.slice(0, quotedLines).map((line) => `  ${line}`),
    ...(more > 0 ? [`  ... (${plural(more, 'more line')})`] : []),
  ];
}
