import type { Edit, EditFault } from './read-edits';

export interface AppliedEdits {
  /** Files that changed, with their new text. Empty if there are faults: a reply is applied whole or not at all. */
  readonly files: ReadonlyMap<string, string>;
  readonly faults: readonly EditFault[];
}

/**
 * Applies edits one after the other. Each must name lines that stand in its file exactly once.
 * @param before texts of the files of the repository, by path
 */
export function applyEdits(
  before: ReadonlyMap<string, string>,
  edits: readonly Edit[],
): AppliedEdits {
  const after = new Map<string, string>();
  const faults: EditFault[] = [];
  edits.forEach((edit, at) => {
    const current = after.get(edit.path) ?? before.get(edit.path);
    const result = applied(current, edit);
    if (typeof result === 'string') after.set(edit.path, result);
    else faults.push({ ...result, text: `Block ${String(at + 1)} (${edit.path}): ${result.text}` });
  });
  const changed = new Map([...after].filter(([path, text]) => before.get(path) !== text));
  if (faults.length === 0 && changed.size === 0) {
    faults.push({ kind: 'no-change', text: 'All edits together change nothing.' });
  }
  return { files: faults.length === 0 ? changed : new Map(), faults };
}

function applied(current: string | undefined, { search, replace }: Edit): string | EditFault {
  if (search === replace) return { kind: 'no-change', text: 'SEARCH and REPLACE are the same.' };
  if (search === '') {
    if (current === undefined) return replace;
    return { kind: 'file-exists', text: 'SEARCH is empty, but the file is there.' };
  }
  if (current === undefined) return { kind: 'unknown-file', text: 'There is no such file.' };
  const ending = current.includes('\r\n') ? '\r\n' : '\n';
  const places = placesOf(withEnd(current, ending), search.replaceAll('\n', ending));
  const [place] = places;
  if (place === undefined) {
    return { kind: 'not-found', text: 'The lines of SEARCH do not stand in the file as they are.' };
  }
  if (places.length > 1) {
    return {
      kind: 'ambiguous',
      text: `The lines of SEARCH stand in the file ${String(places.length)} times. Name more lines around them.`,
    };
  }
  const length = search.replaceAll('\n', ending).length;
  const text = withEnd(current, ending);
  const next = text.slice(0, place) + replace.replaceAll('\n', ending) + text.slice(place + length);
  const hadEnd = current === '' || current.endsWith(ending);
  // The last line of a file without a newline at its end stays so, unless the edit is about that very line.
  const touchesEnd = place + length === text.length;
  return hadEnd || touchesEnd || !next.endsWith(ending) ? next : next.slice(0, -ending.length);
}

function withEnd(text: string, ending: string): string {
  return text === '' || text.endsWith(ending) ? text : text + ending;
}

/** Where whole lines stand in a text. */
function placesOf(text: string, lines: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(lines); at >= 0; at = text.indexOf(lines, at + 1)) {
    if (at === 0 || text[at - 1] === '\n') places.push(at);
  }
  return places;
}
