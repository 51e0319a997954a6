import type { Tree } from '../../../../core/python-values/python-value';
import type { SeededRandom } from '../../search/seeded-random';

export const leaves: readonly Tree[] = [
  null,
  true,
  false,
  0,
  -7,
  'a',
  "it's\n",
  { i: '90071992547409921' },
  { f: '0.0' },
  { f: '-0.0' },
  { f: 'nan' },
  { f: '-inf' },
  { f: '0.1' },
  { f: '0.10000000000000002' },
  { c: ['1.0', 'nan'] },
  { b: 'AA==' },
  { e: 'm:Colour.RED' },
  { y: 'builtins:len' },
  { up: 1 },
  { digest: ['str', 70_000, 'ab'] },
];
/** What no encoder gives, and a hostile process may. */
export const malformed: readonly unknown[] = [
  1.5,
  2 ** 60,
  '\ud800',
  {},
  (): null => null,
  { f: '1,5' },
  { f: 1 },
  { zz: 1 },
  { t: 1 },
  { d: [[1]] },
  { d: 'x' },
  { o: ['m:C'] },
  { it: { items: 1, more: true } },
  { it: { items: [], more: true, raises: { type: 'x' } } },
  { t: [], s: [] },
  { constructor: [] },
  JSON.parse('{"__proto__": []}'),
  { toString: 1 },
  { np: ['<f8', ['x'], []] },
  { fn: { method: 3 } },
  { up: 0 },
  { i: '5' },
];

/** A tree of every kind of node but those that are equal to nothing. */
export function randomTree(random: SeededRandom, depth = 4): Tree {
  const several = (): Tree[] =>
    Array.from({ length: random.int(4) }, () => randomTree(random, depth - 1));
  if (depth === 0 || random.chance(0.4)) return random.pick(leaves);
  switch (random.int(9)) {
    case 0:
      return several();
    case 1:
      return { t: several() };
    case 2:
      return { s: [...new Set(['x', random.int(5)])] };
    case 3:
      return { fs: [random.int(9), 'y', { t: [1, { f: '0.5' }] }] };
    case 4:
      return { d: several().map((value, at) => [{ t: [at, 'k'] }, value]) };
    case 5:
      return { o: ['m:Point', { d: [['x', randomTree(random, depth - 1)]] }] };
    case 6:
      return { it: { items: several(), more: random.chance(0.5) } };
    case 7:
      return { np: ['<f8', [1], several()] };
    default:
      return { fn: { partial: [{ y: 'm:f' }, { t: several() }, { d: [] }] } };
  }
}

/** A tree with one part of it changed into one that is not equal to it, whatever the floats' policy. */
export function changed(tree: Tree, random: SeededRandom): Tree {
  const places = placesOf(tree);
  const place = random.pick(places);
  return withAt(tree, place, 'something else');
}

type Path = readonly (string | number)[];

/** Where whole trees stand in a tree: a member of another name is no tree of its own. */
function placesOf(tree: Tree, at: Path = []): Path[] {
  const below = (items: readonly Tree[], path: Path): Path[] =>
    items.flatMap((one, index) => placesOf(one, [...path, index]));
  if (Array.isArray(tree)) return [at, ...below(tree, at)];
  if (tree === null || typeof tree !== 'object') return [at];
  const [tag = '', content] = Object.entries(tree)[0] ?? [];
  if (tag === 't' || tag === 's' || tag === 'fs') {
    return [at, ...below(content as Tree[], [...at, tag])];
  }
  if (tag === 'd') {
    const values = (content as Tree[][]).flatMap(([, value = null], index) =>
      placesOf(value, [...at, 'd', index, 1]),
    );
    return [at, ...values];
  }
  if (tag === 'o') return [at, ...placesOf((content as Tree[])[1] ?? null, [...at, 'o', 1])];
  if (tag === 'np') return [at, ...placesOf((content as Tree[])[2] ?? null, [...at, 'np', 2])];
  if (tag === 'it') {
    return [at, ...below((content as { items: Tree[] }).items, [...at, 'it', 'items'])];
  }
  return [at];
}

function withAt(tree: Tree, [step, ...rest]: Path, other: Tree): Tree {
  if (step === undefined) return other;
  const copy = structuredClone(tree) as Record<string | number, Tree>;
  copy[step] = withAt(copy[step] ?? null, rest, other);
  return copy;
}

/** The same value, told in another order where order says nothing. */
export function shuffled(tree: Tree): Tree {
  if (Array.isArray(tree)) return tree.map(shuffled);
  if (tree === null || typeof tree !== 'object') return tree;
  const entries = Object.entries(tree).map(([tag, content]): [string, Tree] => {
    if (tag === 's' || tag === 'fs' || tag === 'd') {
      return [tag, [...(content as Tree[]).map(shuffled)].reverse()];
    }
    return [tag, shuffled(content as Tree)];
  });
  return Object.fromEntries(entries);
}
