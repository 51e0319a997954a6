import type { OutlineDefinition, OutlinedFile } from '../../schemas/repository-outline';

/** Lines of a file, from 1, both included. */
export interface Location {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** What it is: `function total`, `line 12`. */
  readonly name: string;
}

/** Places of one file, as a model named them: `class: X`, `function: X.f`, `line: 12`. */
export interface NamedPlaces {
  readonly path: string;
  readonly at: readonly string[];
}

export interface ResolvedLocations {
  readonly locations: readonly Location[];
  /** What names nothing in the repository, in words that can be told back. */
  readonly unknown: readonly string[];
}

/** A name like `__init__` may stand in each class of a file. */
const mostOfName = 3;
const mostLocations = 40;

/** The lines that places of files are. A path without places is the whole file. */
export function resolveLocations(
  named: readonly NamedPlaces[],
  files: ReadonlyMap<string, OutlinedFile>,
): ResolvedLocations {
  const locations: Location[] = [];
  const unknown: string[] = [];
  for (const { path, at } of named) {
    const file = files.get(path);
    if (file === undefined) {
      unknown.push(`there is no Python file ${path.slice(0, 200)}`);
      continue;
    }
    const places = at.length === 0 ? ['line: 1'] : at;
    for (const place of places) {
      const found = placesOf(place, file);
      if (found.length === 0) unknown.push(`${path} has no ${place.slice(0, 200)}`);
      locations.push(...found);
    }
  }
  return { locations: distinct(locations).slice(0, mostLocations), unknown };
}

const kindWord =
  /^\s*(?:in\s+)?(?:(class|function|method|def|variable|global|constant|attribute|lines?)\b\s*[:=]?\s*)?(.*?)\s*$/i;

function placesOf(place: string, file: OutlinedFile): readonly Location[] {
  const [, word = '', rest = ''] = kindWord.exec(place) ?? [];
  const range = /^(\d{1,7})(?:\s*(?:-|–|to|:|,)\s*(\d{1,7}))?$/.exec(rest);
  if (range !== null && (word === '' || /^line/i.test(word))) {
    return linesOf(Number(range[1]), Number(range[2] ?? range[1]), file);
  }
  const name = rest.replace(/[`'"]/g, '').replace(/\(.*$/, '').replaceAll('::', '.').trim();
  return definitionsNamed(name, file)
    .slice(0, mostOfName)
    .map((one) => ({
      path: file.path,
      start: one.start,
      end: one.end,
      name: `${one.kind} ${one.name}`,
    }));
}

function linesOf(from: number, to: number, file: OutlinedFile): readonly Location[] {
  const end = Math.min(Math.max(from, to), file.lines);
  if (from < 1 || from > file.lines) return [];
  const name = end === from ? `line ${String(from)}` : `lines ${String(from)} to ${String(end)}`;
  return [{ path: file.path, start: from, end, name }];
}

function definitionsNamed(
  name: string,
  { definitions }: OutlinedFile,
): readonly OutlineDefinition[] {
  if (name === '') return [];
  const exact = definitions.filter((one) => one.name === name);
  if (exact.length > 0) return exact;
  const last = name.split('.').at(-1) ?? name;
  const ends = definitions.filter((one) => one.name.endsWith(`.${name}`));
  return ends.length > 0 ? ends : definitions.filter((one) => one.name === last);
}

function distinct(locations: readonly Location[]): readonly Location[] {
  const seen = new Set<string>();
  return locations.filter(({ path, start, end }) => {
    const key = `${path} ${String(start)} ${String(end)}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
