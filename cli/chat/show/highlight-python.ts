import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { parser } from '@lezer/python';

import type { CodePart, Paint } from './paint';

const parts: readonly (readonly [CodePart, Parameters<typeof tagHighlighter>[0][number]['tag']])[] =
  [
    ['keyword', tags.keyword],
    ['string', tags.string],
    ['comment', tags.comment],
    ['number', [tags.number, tags.bool, tags.null]],
    ['name', [tags.definition(tags.variableName), tags.function(tags.variableName)]],
  ];
const highlighter = tagHighlighter(parts.map(([part, tag]) => ({ tag, class: part })));

/** A string that began further up is not seen: a block is parsed anew with each of its lines. */
const linesBefore = 100;

/** The last line of a block as it stands so far, with the colours that it has there. */
export function highlightLastLine(block: readonly string[], paint: Paint): string {
  const seen = block.slice(-linesBefore);
  const line = seen.at(-1) ?? '';
  const text = seen.join('\n');
  const start = text.length - line.length;
  let painted = '';
  let done = start;
  highlightTree(
    parser.parse(text),
    highlighter,
    (from, to, part) => {
      const begin = Math.max(from, done);
      if (to <= begin) return;
      painted += text.slice(done, begin) + paint(part as CodePart, text.slice(begin, to));
      done = to;
    },
    start,
  );
  return painted + text.slice(done);
}
