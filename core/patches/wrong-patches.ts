import { isSidePath } from './retrieval/side-paths';

/** A patch that differs from the right one, and how it was made. Nobody has run it: a few of them may solve the issue all the same. */
export interface WrongPatch {
  readonly patch: string;
  readonly made: 'one hunk less' | 'another operator or constant' | 'a comment alone';
}

interface Hunk {
  /** First line before the change, from 1. */
  readonly start: number;
  /** Behind the second `@@`. */
  readonly rest: string;
  readonly lines: readonly string[];
}

interface PatchedFile {
  readonly path: string;
  /** Up to the first hunk. */
  readonly head: readonly string[];
  readonly hunks: readonly Hunk[];
}

/** A hunk of a file of a patch. */
interface Place {
  readonly file: number;
  readonly hunk: number;
}

const mostLess = 2;
const mostMutated = 3;

/**
 * Wrong patches made of the right one: a hunk left out, an added line with another operator or constant, and a comment in place
 * of the change. Only code of the product is changed. Each applies wherever the right one does.
 */
export function wrongPatches(right: string): readonly WrongPatch[] {
  const files = filesOf(right);
  const places = codePlaces(files);
  const less = places.length < 2 ? [] : places.slice(0, mostLess).map((at) => without(files, at));
  const mutated = places.flatMap((at) => mutatedAt(files, at)).slice(0, mostMutated);
  const made: readonly WrongPatch[] = [
    ...less.map((patch) => ({ patch, made: 'one hunk less' as const })),
    ...mutated.map((patch) => ({ patch, made: 'another operator or constant' as const })),
    ...commented(files, places).map((patch) => ({ patch, made: 'a comment alone' as const })),
  ];
  const seen = new Set([textOf(files)]);
  return made.filter(({ patch }) => {
    const isNew = !seen.has(patch);
    seen.add(patch);
    return isNew;
  });
}

function filesOf(patch: string): readonly PatchedFile[] {
  const files: { path: string; head: string[]; hunks: Hunk[] }[] = [];
  let lines: string[] = [];
  let [before, after] = [0, 0];
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const open = before > 0 || after > 0;
    const file = files.at(-1);
    const hunk = open ? null : /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@(.*)$/.exec(line);
    if (open || (line.startsWith('\\') && file !== undefined && file.hunks.length > 0)) {
      lines.push(line);
      if (!/^[+\\]/.test(line)) before -= 1;
      if (!/^[-\\]/.test(line)) after -= 1;
    } else if (hunk !== null && file !== undefined) {
      lines = [];
      file.hunks.push({ start: Number(hunk[1]), rest: hunk[4] ?? '', lines });
      [before, after] = [Number(hunk[2] ?? 1), Number(hunk[3] ?? 1)];
    } else {
      const begins = file === undefined || file.hunks.length > 0 || line.startsWith('diff --git ');
      if (begins) files.push({ path: '', head: [line], hunks: [] });
      else file.head.push(line);
      const named = /^\+\+\+ b\/([^\t]*)/.exec(line)?.[1];
      const last = files.at(-1);
      if (named !== undefined && last !== undefined) last.path = named;
    }
  }
  return files;
}

/** With the line numbers that its hunks come to. A file without hunks is left out, unless nothing was in it before. */
function textOf(files: readonly PatchedFile[]): string {
  return files.flatMap(fileLines).join('\n') + '\n';
}

function fileLines({ head, hunks }: PatchedFile): readonly string[] {
  let moved = 0;
  const text = hunks.flatMap(({ start, rest, lines }) => {
    const before = lines.filter((line) => !/^[+\\]/.test(line)).length;
    const after = lines.filter((line) => !/^[-\\]/.test(line)).length;
    const shift = before === 0 ? 1 : after === 0 ? -1 : 0;
    const header = `@@ -${String(start)},${String(before)} +${String(start + moved + shift)},${String(after)} @@${rest}`;
    moved += after - before;
    return [header, ...lines];
  });
  return [...head, ...text];
}

function codePlaces(files: readonly PatchedFile[]): readonly Place[] {
  return files.flatMap(({ path, hunks }, file) =>
    isSidePath(path) ? [] : hunks.map((_, hunk) => ({ file, hunk })),
  );
}

function without(files: readonly PatchedFile[], at: Place): string {
  const kept = files.map((file, index) =>
    index === at.file ? { ...file, hunks: file.hunks.filter((_, hunk) => hunk !== at.hunk) } : file,
  );
  return textOf(kept.filter(({ hunks }, index) => hunks.length > 0 || index !== at.file));
}

function withLines(files: readonly PatchedFile[], at: Place, lines: readonly string[]): string {
  return textOf(
    files.map((file, index) =>
      index === at.file
        ? {
            ...file,
            hunks: file.hunks.map((hunk, place) => (place === at.hunk ? { ...hunk, lines } : hunk)),
          }
        : file,
    ),
  );
}

function mutatedAt(files: readonly PatchedFile[], at: Place): readonly string[] {
  const lines = files[at.file]?.hunks[at.hunk]?.lines ?? [];
  return lines.flatMap((line, place) => {
    if (!line.startsWith('+')) return [];
    const other = mutatedLine(line.slice(1));
    return other === null ? [] : [withLines(files, at, lines.with(place, `+${other}`))];
  });
}

/** Each: what is looked for outside of strings and comments, and what comes in its place. */
const mutations: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/\bis not None\b/, () => 'is None'],
  [/\bis None\b/, () => 'is not None'],
  [/ (?:==|!=) /, (found) => (found === ' == ' ? ' != ' : ' == ')],
  [
    / (?:<=|>=|<|>) /,
    (found) => (found.includes('=') ? found.replace('=', '') : `${found.trimEnd()}= `),
  ],
  [/ (?:and|or) /, (found) => (found === ' and ' ? ' or ' : ' and ')],
  [/\bnot in\b/, () => 'in'],
  [/\bif not\b/, () => 'if'],
  [/\bif (?=\w)/, () => 'if not '],
  [/\b(?:True|False)\b/, (found) => (found === 'True' ? 'False' : 'True')],
  [/ [+-] /, (found) => (found === ' + ' ? ' - ' : ' + ')],
  [/(?<![\w.])\d{1,6}(?![\w.])/, (found) => String(Number(found) + 1)],
  [/(?<=\breturn )\S.*$/, () => 'None'],
];

/** null: nothing in the line can be another. */
function mutatedLine(line: string): string | null {
  // A string or comment may hold anything, and a bracket that stays open goes on in the next line.
  if (/^\s*(?:#|@|import\b|from\b|def\b|class\b)|["'#]|[([{\\]\s*$/.test(line)) return null;
  for (const [pattern, other] of mutations) {
    const found = pattern.exec(line);
    if (found === null) continue;
    const changed =
      line.slice(0, found.index) + other(found[0]) + line.slice(found.index + found[0].length);
    if (changed !== line) return changed;
  }
  return null;
}

/** The first hunk of a file that was there before, with a comment as its only change. */
function commented(files: readonly PatchedFile[], places: readonly Place[]): readonly string[] {
  for (const { file: index, hunk: place } of places) {
    const file = files[index];
    const hunk = file?.hunks[place];
    if (file === undefined || hunk === undefined) continue;
    const kept = hunk.lines.filter((line) => /^[ -]/.test(line)).map((line) => ` ${line.slice(1)}`);
    const whole = hunk.lines.every((line) => !line.startsWith('\\'));
    const first = kept.findIndex((line) => line.trim() !== '');
    if (first < 0 || !whole || file.head.some((line) => line.startsWith('new file'))) continue;
    const indent = /^ (\s*)/.exec(kept[first] ?? '')?.[1] ?? '';
    const comment = `+${indent}# To be solved.`;
    const lines = [...kept.slice(0, first), comment, ...kept.slice(first)];
    return [textOf([{ ...file, hunks: [{ ...hunk, lines }] }])];
  }
  return [];
}
