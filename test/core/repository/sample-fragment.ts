import type { SliceFragment } from '../../../core/schemas/slice-fragment';

/** A piece of a file that begins at a line; its bytes are made up, in the order of lines. */
export function fragmentOf(
  path: string,
  first: number,
  text: string,
  more: Partial<SliceFragment> = {},
): SliceFragment {
  const lines = text.split('\n').length;
  return {
    ...{ path, text, lines: { first, last: first + lines - 1 } },
    ...{ start: first * 1_000, end: (first + lines) * 1_000 - 1 },
    ...{ kind: 'definition', symbol: `${path}:${String(first)}`, distance: 1, needs: [] },
    reason: { by: null, edge: 'calls', line: null },
    ...{ opens: false, blockEnd: 0, indent: '', inner: '' },
    ...more,
  };
}
