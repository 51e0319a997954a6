import { placeWords } from './difference';
import type { Place } from './difference';
import type { TreeDifference } from './compare-trees';

const mostWords = 300;

/** Of JSON that is no tree, as side effects are told: to the letter, the order of members aside. */
export function compareJson(
  expected: unknown,
  actual: unknown,
  place: Place,
): TreeDifference | null {
  const waiting: (readonly [unknown, unknown])[] = [[expected, actual]];
  for (;;) {
    const pair = waiting.pop();
    if (pair === undefined) return null;
    const [left, right] = pair;
    if (left === right) continue;
    if (!isContainer(left) || !isContainer(right)) break;
    if (Array.isArray(left) !== Array.isArray(right)) break;
    const [ours, theirs] = [Object.keys(left), Object.keys(right)];
    if (ours.length !== theirs.length || !ours.every((key) => Object.hasOwn(right, key))) break;
    for (const key of ours) waiting.push([left[key], right[key]]);
  }
  const words = [expected, actual].map((one) =>
    typeof one === 'string' ? one.slice(0, mostWords) : one === undefined ? null : 'other data',
  );
  const [ours = null, theirs = null] = words;
  return { kind: 'value', place: placeWords(place), expected: ours, actual: theirs };
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
