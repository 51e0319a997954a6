import { errorOf, partOf } from '../../python-values/part-of';
import { maxTreeDepth, maxTreeNodes } from '../../python-values/python-value';
import type { TreePart } from '../../python-values/python-value';
import { treeText } from '../../python-values/tree-text';
import { treeWords } from '../../python-values/tree-words';
import { compareErrorFacts } from './compare-errors';
import { differenceOf } from './difference';
import type { Difference, DifferenceKind, Place } from './difference';
import { sameFloat } from '../../python-values/comparison-policy';
import type { ComparisonPolicy } from '../../python-values/comparison-policy';

export type TreeDifference = Omit<Difference, 'case'>;

interface Pair {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly place: Place | null;
  readonly depth: number;
  /** Of the state of an `OrderedDict`: the order of its entries counts. */
  readonly ordered: boolean;
}

/** What two nodes still have to be compared in, or in what they differ themselves. */
type Step = readonly Omit<Pair, 'depth'>[] | TreeDifference;

/** The one mapping of the standard library whose own equality minds the order of its entries. */
const orderedType = 'collections:OrderedDict';

/**
 * The first difference of two outcomes; null: they are the same. Total: whatever the values are, malformed ones included, it
 * answers, and the same for (a, b) as for (b, a) apart from who is who. Without recursion; linear but for the sorting of
 * sets and keys.
 */
export function compareTrees(
  expected: unknown,
  actual: unknown,
  policy: ComparisonPolicy,
  root: Place | null = null,
): TreeDifference | null {
  const waiting: Pair[] = [{ expected, actual, place: root, depth: 1, ordered: false }];
  for (let seen = 1; ; seen += 1) {
    const pair = waiting.pop();
    if (pair === undefined) return null;
    if (seen > maxTreeNodes || pair.depth > maxTreeDepth) return differing('malformed', pair);
    const step = stepOf(pair, policy);
    if (!isPairs(step)) return step;
    for (let at = step.length - 1; at >= 0; at -= 1) {
      const below = step[at];
      if (below !== undefined) waiting.push({ ...below, depth: pair.depth + 1 });
    }
  }
}

function stepOf(pair: Pair, policy: ComparisonPolicy): Step {
  const [left, right] = [partOf(pair.expected), partOf(pair.actual)];
  if (left === null || right === null) return differing('malformed', pair);
  if (left.kind === 'opaque' || right.kind === 'opaque') return differing('incomparable', pair);
  return comparedParts(left, right, pair, policy);
}

function comparedParts(
  left: TreePart,
  right: TreePart,
  pair: Pair,
  policy: ComparisonPolicy,
): Step {
  // Words only for what is told: a place thousands of steps deep takes as long to say.
  const unequal = (): Step => differing('value', pair);
  const same = (holds: boolean): Step => (holds ? [] : unequal());
  switch (left.kind) {
    case 'leaf':
      return same(right.kind === 'leaf' && right.tag === left.tag && right.text === left.text);
    case 'float':
      return same(right.kind === 'float' && sameFloat(left.text, right.text, policy.floats));
    case 'complex':
      return same(
        right.kind === 'complex' &&
          left.parts.every((one, at) => sameFloat(one, right.parts[at] ?? '', policy.floats)),
      );
    case 'sequence':
      return right.kind === 'sequence' && right.tag === left.tag
        ? comparedItems(left.items, right.items, pair)
        : unequal();
    case 'set':
      return right.kind === 'set' && right.tag === left.tag
        ? comparedSets(left.items, right.items, pair)
        : unequal();
    case 'dict': {
      if (right.kind !== 'dict') return unequal();
      return pair.ordered
        ? comparedInOrder(left.entries, right.entries, pair)
        : comparedDicts(left.entries, right.entries, pair);
    }
    case 'object': {
      if (right.kind !== 'object' || right.type !== left.type) return unequal();
      const ordered = left.type === orderedType;
      return [{ ...below(pair, left.state, right.state, ' state'), ordered }];
    }
    case 'array':
      return right.kind === 'array' && right.type === left.type && right.shape === left.shape
        ? [below(pair, left.data, right.data, ' data')]
        : unequal();
    case 'iterator':
      return right.kind === 'iterator' ? comparedIterators(left, right, pair, policy) : unequal();
    case 'opaque':
      return differing('incomparable', pair);
  }
}

function comparedItems(left: readonly unknown[], right: readonly unknown[], pair: Pair): Step {
  if (left.length !== right.length) return differing('length', pair);
  return left.map((item, at) => ({
    ...below(pair, item, right[at], `[${String(at)}]`),
    ordered: pair.ordered,
  }));
}

function comparedIterators(
  left: Extract<TreePart, { kind: 'iterator' }>,
  right: Extract<TreePart, { kind: 'iterator' }>,
  pair: Pair,
  policy: ComparisonPolicy,
): Step {
  const items = comparedItems(left.items, right.items, pair);
  if (!isPairs(items)) return items;
  if (left.more !== right.more) return differing('length', pair);
  const returned = [left.returns, right.returns];
  if (returned.includes(undefined) && left.returns !== right.returns) {
    return differing('value', pair);
  }
  const [ours, theirs] = returned;
  const ends = ours === undefined ? [] : [below(pair, ours, theirs, ' return')];
  if (left.raises === undefined && right.raises === undefined) return [...items, ...ends];
  const [expected, actual] = [errorOf(left.raises), errorOf(right.raises)];
  if (expected === null || actual === null) return differing('value', pair);
  const facts = compareErrorFacts(expected, actual, policy, stepTo(pair, ' at its end'));
  if (facts.kind === 'differ') return facts.difference;
  const { args } = facts;
  return [...items, ...ends, ...(args === null ? [] : [{ ...args, ordered: false }])];
}

/** By the texts of their elements: what only one of them has is the difference. */
function comparedSets(left: readonly unknown[], right: readonly unknown[], pair: Pair): Step {
  const [ours, theirs] = [textsOf(left), textsOf(right)];
  if (ours === null || theirs === null) return differing('incomparable', pair);
  const sameTexts = ours.length === theirs.length && ours.every((one, at) => one === theirs[at]);
  return sameTexts ? [] : differing(left.length === right.length ? 'value' : 'length', pair);
}

function textsOf(trees: readonly unknown[]): readonly string[] | null {
  const texts: string[] = [];
  for (const tree of trees) {
    const text = treeText(tree);
    if (text === null) return null;
    texts.push(text);
  }
  return texts.sort();
}

type Entries = readonly (readonly [unknown, unknown])[];

function comparedDicts(left: Entries, right: Entries, pair: Pair): Step {
  const [ours, theirs] = [byKey(left), byKey(right)];
  if (ours === null || theirs === null) return differing('incomparable', pair);
  for (const [text, [key]] of ours) {
    if (!theirs.has(text)) return keyDifference(pair, [key, undefined]);
  }
  for (const [text, [key]] of theirs) {
    if (!ours.has(text)) return keyDifference(pair, [undefined, key]);
  }
  return [...ours].map(([text, [key, value]]) =>
    below(pair, value, theirs.get(text)?.[1], `[${keyWords(key)}]`),
  );
}

/** null: a key cannot be told apart, or is there twice, which no dict has. */
function byKey(entries: Entries): ReadonlyMap<string, readonly [unknown, unknown]> | null {
  const found = new Map<string, readonly [unknown, unknown]>();
  for (const entry of entries) {
    const text = treeText(entry[0]);
    if (text === null || found.has(text)) return null;
    found.set(text, entry);
  }
  return found;
}

function comparedInOrder(left: Entries, right: Entries, pair: Pair): Step {
  if (left.length !== right.length) return differing('length', pair);
  return left.flatMap(([key, value], at) => [
    below(pair, key, right[at]?.[0], ` key ${String(at)}`),
    below(pair, value, right[at]?.[1], `[${keyWords(key)}]`),
  ]);
}

function keyDifference(pair: Pair, keys: readonly [unknown, unknown]): TreeDifference {
  return differenceOf('key', stepTo(pair, ' key'), keys);
}

function below(pair: Pair, expected: unknown, actual: unknown, step: string): Omit<Pair, 'depth'> {
  return { expected, actual, place: stepTo(pair, step), ordered: false };
}

function stepTo({ place }: Pair, step: string): Place {
  return { outer: place, step };
}

function differing(kind: DifferenceKind, { expected, actual, place }: Pair): TreeDifference {
  return differenceOf(kind, place, [expected, actual]);
}

function keyWords(key: unknown): string {
  return treeWords(key, 60);
}

function isPairs(step: Step): step is readonly Omit<Pair, 'depth'>[] {
  return Array.isArray(step);
}
