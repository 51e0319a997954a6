import type { EditFault } from './read-edits';
import type { DiffFile, DiffHunk } from './read-diff';

export interface AppliedDiff {
  /** New texts by path; null: the file is removed. Empty if there are faults. */
  readonly files: ReadonlyMap<string, string | null>;
  readonly faults: readonly EditFault[];
}

/**
 * Applies a unified diff without fuzz: the lines of each hunk must stand in the file as they are, at the line that it names, or else at one
 * place only.
 * @param before texts of the files of the repository, by path
 */
export function applyDiff(
  before: ReadonlyMap<string, string>,
  diff: readonly DiffFile[],
): AppliedDiff {
  const after = new Map<string, string | null>();
  const faults: EditFault[] = [];
  const current = (path: string): string | null => {
    const changed = after.get(path);
    return changed === undefined ? (before.get(path) ?? null) : changed;
  };
  for (const { from, to, hunks } of diff) {
    const path = to ?? from ?? '';
    const result = changedText(from === null ? null : current(from), { from, to, hunks }, current);
    if (typeof result === 'object' && result !== null) {
      faults.push({ ...result, text: `${path}: ${result.text}` });
      continue;
    }
    if (from !== null && from !== to) after.set(from, null);
    if (to !== null) after.set(to, result);
  }
  const changed = [...after].filter(([path, text]) => (before.get(path) ?? null) !== text);
  if (faults.length === 0 && changed.length === 0) {
    faults.push({ kind: 'no-change', text: 'The diff changes nothing.' });
  }
  return { files: new Map(faults.length === 0 ? changed : []), faults };
}

function changedText(
  text: string | null,
  { from, to, hunks }: DiffFile,
  current: (path: string) => string | null,
): string | null | EditFault {
  if (from !== null && text === null) {
    return { kind: 'unknown-file', text: 'There is no such file.' };
  }
  if (to !== null && to !== from && current(to) !== null) {
    return { kind: 'file-exists', text: 'The diff makes it, but the file is there.' };
  }
  const result = applyHunks(text ?? '', hunks);
  if (typeof result !== 'string' || to !== null) return result;
  return result === ''
    ? null
    : { kind: 'not-found', text: 'The diff removes only a part of the file.' };
}

/** Hunks of one file, in its order. */
export function applyHunks(text: string, hunks: readonly DiffHunk[]): string | EditFault {
  let lines = text === '' ? [] : text.split('\n');
  let isOpen = text !== '' && !text.endsWith('\n');
  if (!isOpen) lines = lines.slice(0, -1);
  const windows = lines.some((line) => line.endsWith('\r'));
  let [moved, cursor] = [0, 0];
  for (const hunk of hunks) {
    const ended = (line: string): string => (windows && !line.endsWith('\r') ? `${line}\r` : line);
    const wanted = hunk.before.map(ended);
    const named = wanted.length === 0 ? hunk.start : hunk.start - 1;
    const place = placeOf(lines, wanted, { named: named + moved, from: cursor });
    if (typeof place !== 'number') {
      return { ...place, text: `The hunk at line ${String(hunk.start)}: ${place.text}` };
    }
    const end = place + wanted.length;
    const reachesEnd = end === lines.length;
    if (hunk.openBefore && !(reachesEnd && isOpen)) {
      return { kind: 'not-found', text: 'The last line of the file has a newline.' };
    }
    lines = [...lines.slice(0, place), ...hunk.after.map(ended), ...lines.slice(end)];
    if (reachesEnd && (hunk.openBefore || hunk.openAfter)) isOpen = hunk.openAfter;
    moved += hunk.after.length - wanted.length;
    cursor = place + hunk.after.length;
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}${isOpen ? '' : '\n'}`;
}

function placeOf(
  lines: readonly string[],
  wanted: readonly string[],
  { named, from }: { readonly named: number; readonly from: number },
): number | EditFault {
  const standsAt = (place: number): boolean =>
    place >= from &&
    place + wanted.length <= lines.length &&
    wanted.every((line, offset) => lines[place + offset] === line);
  if (standsAt(named)) return named;
  if (wanted.length === 0) return { kind: 'not-found', text: 'There is no such line.' };
  const places: number[] = [];
  for (let place = from; place + wanted.length <= lines.length; place += 1) {
    if (standsAt(place)) places.push(place);
  }
  const [only] = places;
  if (only === undefined) {
    return { kind: 'not-found', text: 'its lines do not stand in the file as they are.' };
  }
  if (places.length === 1) return only;
  return {
    kind: 'ambiguous',
    text: `its lines stand in the file ${String(places.length)} times, and not at the line that it names.`,
  };
}
