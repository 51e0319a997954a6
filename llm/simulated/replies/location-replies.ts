import { isPatch, rangesIn } from '../bank/changes-in';
import { permute } from '../seeded';
import type { LocationLine } from '../bank/patch-line';
import type { Reply, ReplyRequest, ReplySource } from './reply';

/** Places of one file: `class: X`, `function: X.f`, `lines: 3-12`. */
interface Places {
  readonly path: string;
  readonly at: readonly string[];
}
type PlaceSet = readonly Places[];

/** Agentless asks for at most so many files. */
const mostFiles = 5;

/**
 * What real models once named for the issue, in an order that the seed decides; where nobody did, the files and lines that the
 * patches of the bank change. The files and elements are those of the first sets, so that the three answers fit together.
 */
export function locationsReply(source: ReplySource, request: ReplyRequest): Reply {
  return saying(answerOf(source, request));
}

/** The same places as strategies in words, for a Thinker that is asked for no location sets. */
export function placeStrategies(source: ReplySource, request: ReplyRequest): readonly string[] {
  return setsFor(source, request).map(
    (set) =>
      `Change these places: ${set.map(({ path, at }) => [path, ...at].join(', ')).join('; ')}.`,
  );
}

/** Whether the answer is to have a member of this name. */
function wants({ messages }: ReplyRequest, member: string): boolean {
  return messages.some(({ content }) => content.includes(`one member, "${member}"`));
}

export function asksForPlaces(request: ReplyRequest): boolean {
  return wants(request, 'sets');
}

function answerOf(source: ReplySource, request: ReplyRequest): object {
  const sets = setsFor(source, request);
  if (asksForPlaces(request)) return { sets };
  const files = merged(sets.flat()).slice(0, mostFiles);
  return wants(request, 'elements')
    ? { elements: files }
    : { files: files.map(({ path }) => path) };
}

function saying(answer: object): Reply {
  return { text: JSON.stringify(answer), origin: { rule: 'canned' } };
}

function setsFor({ problem, settings }: ReplySource, request: ReplyRequest): readonly PlaceSet[] {
  const { seed, problem: id, draw } = request;
  const known = new Map(setsOf(problem).map((set) => [JSON.stringify(set), set]));
  const order = permute([...known], ['locations', seed, id, draw.sample], ([key]) => key);
  const count = Math.min(request.sets ?? settings.strategies, order.length);
  // Whoever asks again, for a later node, is given others.
  return Array.from(
    { length: count },
    (_, place) => order[(draw.ordinal + place) % order.length],
  ).flatMap((entry) => (entry === undefined ? [] : [entry[1]]));
}

/** Sets with places in files; localisations that name files alone are no sets, unless there is nothing else. */
function setsOf({ locations, drawable }: ReplySource['problem']): readonly PlaceSet[] {
  const recorded = locations.flatMap(recordedSets).filter((set) => set.length > 0);
  if (recorded.length > 0) return recorded;
  const patched = drawable
    .filter(({ program }) => isPatch(program))
    .map(({ program }) => patchedSet(program))
    .filter((set) => set.length > 0);
  if (patched.length > 0) return patched;
  return locations
    .map(({ files }) => files.filter(isPython).map((path) => ({ path, at: [] })))
    .filter((set) => set.length > 0);
}

/** One set for each sample that names lines, else one of the definitions. */
function recordedSets({ lines, entities }: LocationLine): readonly PlaceSet[] {
  if (lines !== null && lines !== undefined && lines.length > 0) return lines.map(linesSet);
  const named = (entities ?? []).map((entity): Places => {
    const colon = entity.lastIndexOf(':');
    const name = entity.slice(colon + 1);
    // Of a method, `Class.method`; a class alone begins with a capital letter, as far as people keep to PEP 8.
    const kind = /^[A-Z]\w*$/.test(name) ? 'class' : 'function';
    return { path: entity.slice(0, Math.max(0, colon)), at: [`${kind}: ${name}`] };
  });
  return [merged(named)];
}

function patchedSet(patch: string): PlaceSet {
  return linesSet(rangesIn(patch).map(({ path, first, last }) => [path, first, last]));
}

function linesSet(ranges: readonly (readonly [string, number, number])[]): PlaceSet {
  return merged(
    ranges.map(([path, first, last]) => {
      const one = `line: ${String(first)}`;
      return { path, at: [last > first ? `lines: ${String(first)}-${String(last)}` : one] };
    }),
  );
}

/** Python files alone, in the order in which they are first named; each place once. */
function merged(all: PlaceSet): PlaceSet {
  const files = new Map<string, readonly string[]>();
  for (const { path, at } of all.filter((one) => isPython(one.path))) {
    files.set(path, [...new Set([...(files.get(path) ?? []), ...at])]);
  }
  return [...files].map(([path, at]) => ({ path, at }));
}

function isPython(path: string): boolean {
  return path.endsWith('.py');
}
