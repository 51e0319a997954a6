import type { NamedPlaces } from '../../patches/retrieval/locations';
import { arrayInReply, memberInReply } from '../../replies/json-in-reply';
import { stripReasoning } from '../../replies/strip-reasoning';
import { isRecord } from '../../values/is-record';

const mostSets = 50;
const mostFiles = 20;
const mostPlaces = 50;

const setNames = ['sets', 'location_sets', 'locations', 'elements', 'places', 'files'];
const pathNames = ['path', 'file', 'filename', 'file_path'];
/** Names of members that say what their items are. */
const kinds: Readonly<Record<string, string>> = {
  ...{ class: 'class', classes: 'class', function: 'function', functions: 'function' },
  ...{ method: 'method', methods: 'method', global: 'global', globals: 'global' },
  ...{ variable: 'global', variables: 'global', line: 'line', lines: 'line' },
};

/**
 * The places of a reply, set by set, as models write them: a list of sets, or one set; a set is a list of files with their places, or an
 * object from paths to places. null: there are none.
 */
export function readPlaceSets(reply: string): readonly (readonly NamedPlaces[])[] | null {
  const text = stripReasoning(reply);
  const found =
    memberInReply(text, setNames, (value) => value)?.value ?? arrayInReply(text) ?? objectIn(text);
  if (found === null) return null;
  const whole = filesOf(found);
  // A list of files is one set; otherwise each item is one.
  const sets =
    whole.length > 0 && !isListOfSets(found)
      ? [whole]
      : listOf(found)
          .slice(0, mostSets)
          .map((item) => filesOf(item));
  const filled = sets.filter((set) => set.length > 0);
  return filled.length === 0 ? null : filled;
}

function objectIn(text: string): unknown {
  const member = memberInReply(text, [...pathsOf(text)], (value) => value);
  return member === null ? null : member.object;
}

/** Paths in quotes, as they may name the members of an object. */
function pathsOf(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/"([\w./-]{1,200}\.py)"\s*:/g)]
      .slice(0, 20)
      .map(([, path = '']) => path.toLowerCase()),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Whether its items are sets: lists, objects that hold a list of files, or objects from paths to places. */
function isListOfSets(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((item) => Array.isArray(item) || (isRecord(item) && pathOf(item) === null));
}

function filesOf(value: unknown): readonly NamedPlaces[] {
  if (Array.isArray(value))
    return merged(value.flatMap((item) => (isRecord(item) ? filesOf(item) : [])));
  if (!isRecord(value)) return [];
  const path = pathOf(value);
  if (path !== null) {
    const places = Object.entries(value).flatMap(([name, item]) =>
      pathNames.includes(name.toLowerCase()) ? [] : textsOf(item, name),
    );
    return [{ path, at: places.slice(0, mostPlaces) }];
  }
  const nested = Object.entries(value).find(([name]) => setNames.includes(name.toLowerCase()));
  if (nested !== undefined) return filesOf(nested[1]);
  return Object.entries(value)
    .filter(([name]) => /\.\w+$/.test(name))
    .slice(0, mostFiles)
    .map(([name, item]) => ({ path: cleaned(name), at: textsOf(item, '').slice(0, mostPlaces) }));
}

function pathOf(item: Readonly<Record<string, unknown>>): string | null {
  const entry = Object.entries(item).find(
    ([name, value]) => pathNames.includes(name.toLowerCase()) && typeof value === 'string',
  );
  return entry === undefined ? null : cleaned(String(entry[1]));
}

/** `{"functions": ["f"]}` says `functions: f`. */
function textsOf(value: unknown, name: string): readonly string[] {
  const word = kinds[name.toLowerCase()] ?? '';
  if (typeof value === 'string') {
    return value
      .split(/\n|;/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => (word === '' || line.includes(':') ? line : `${word}: ${line}`));
  }
  if (typeof value === 'number') return [`line: ${String(value)}`];
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, name));
  if (isRecord(value)) return Object.entries(value).flatMap(([key, item]) => textsOf(item, key));
  return [];
}

function merged(files: readonly NamedPlaces[]): readonly NamedPlaces[] {
  const byPath = new Map<string, string[]>();
  for (const { path, at } of files) byPath.set(path, [...(byPath.get(path) ?? []), ...at]);
  return [...byPath]
    .slice(0, mostFiles)
    .map(([path, at]) => ({ path, at: [...new Set(at)].slice(0, mostPlaces) }));
}

function cleaned(path: string): string {
  return path
    .trim()
    .replace(/^[`'"]|[`'"]$/g, '')
    .replace(/^(?:\.\/|\/)/, '');
}
