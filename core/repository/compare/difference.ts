import { treeWords } from '../../python-values/tree-words';

/** What kind of thing is not the same. */
export type DifferenceKind =
  | 'value'
  | 'length'
  | 'key'
  | 'message'
  /** Nothing is equal to it, itself included. */
  | 'incomparable'
  /** What came is no outcome at all. */
  | 'malformed'
  | 'calls'
  | 'end'
  | 'case';

/** The first thing in which two runs differ. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** null: of the run as a whole. */
  readonly case: string | null;
  /** Where in the case: `result of call 2[0]['name']`. Empty: the case itself. */
  readonly place: string;
  /** As a reader sees them; null: there is nothing at this place. */
  readonly expected: string | null;
  readonly actual: string | null;
}

/** A step from a tree to one inside it, and the steps before. */
export interface Place {
  readonly outer: Place | null;
  readonly step: string;
}

export function placeWords(place: Place | null): string {
  const steps: string[] = [];
  for (let at = place; at !== null; at = at.outer) steps.push(at.step);
  const words = steps.reverse();
  // Thousands of steps deep, the first and the last of them say where it is.
  return words.length <= 40
    ? words.join('')
    : [...words.slice(0, 20), '…', ...words.slice(-20)].join('');
}

/** Trees, or undefined where there is none. */
export function differenceOf(
  kind: DifferenceKind,
  place: Place | null,
  [expected, actual]: readonly [unknown, unknown],
): Omit<Difference, 'case'> {
  const words = (tree: unknown): string | null => (tree === undefined ? null : treeWords(tree));
  return { kind, place: placeWords(place), expected: words(expected), actual: words(actual) };
}
