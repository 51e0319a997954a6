import type { Gate } from './gate';
import { blocksOf, firstInTurns, isResult } from './turn-parts';

const fenceLine = /^[\s>]*(`{3,}|~{3,})([^`]*)$/;

export const brokenFence: Gate = {
  name: 'broken-fence',
  summary: 'A turn has a fenced block that is not closed, has another one inside, or is empty.',
  finds: ({ turns }) =>
    firstInTurns(turns, (turn) => {
      // A result quotes whatever a program printed.
      if (isResult(turn)) return null;
      const fault = faultOf(turn.content);
      if (fault !== null) return fault;
      return blocksOf(turn.content).some(({ open }) => open === true)
        ? 'has a fenced block that is not closed'
        : null;
    }),
};

/** Reads the fences strictly, as a renderer does; the reader of replies forgives more. */
function faultOf(content: string): string | null {
  let mark: string | null = null;
  let isEmpty = true;
  for (const line of content.split('\n')) {
    const [, found, info = ''] = fenceLine.exec(line.trimEnd()) ?? [];
    if (mark === null) {
      if (found !== undefined) [mark, isEmpty] = [found, true];
    } else if (found === undefined || found[0] !== mark[0] || found.length < mark.length) {
      if (mark.startsWith('`') && hasGluedFence(line)) {
        return 'has a fence at the end of a line of code';
      }
      if (line.trim() !== '') isEmpty = false;
    } else if (info.trim() === '') {
      if (isEmpty) return 'has an empty fenced block';
      mark = null;
    } else return 'opens a fenced block inside another one';
  }
  return mark === null ? null : 'has a fenced block that is not closed';
}

/** Code, then a fence on the same line, which closes nothing. */
function hasGluedFence(line: string): boolean {
  const text = line.trimEnd();
  if (!text.endsWith('```')) return false;
  const before = text.replace(/`+$/, '');
  return before.trim() !== '' && !before.includes('`');
}
