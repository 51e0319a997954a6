import { differenceOf, placeWords } from '../../../../core/repository/compare/difference';
import type { Place } from '../../../../core/repository/compare/difference';

const deep = (steps: number): Place | null =>
  Array.from({ length: steps }, (_, at) => `[${String(at)}]`).reduce<Place | null>(
    (outer, step) => ({ outer, step }),
    null,
  );

test('a place is told from the outside to the inside', () => {
  expect(placeWords(null)).toBe('');
  expect(placeWords(deep(3))).toBe('[0][1][2]');
});

test('of more than 40 steps the first and the last 20 are told', () => {
  expect(placeWords(deep(40))).not.toContain('…');
  const words = placeWords(deep(41));
  expect(words).toContain('[19]…[21]');
  expect(words).toMatch(/^\[0\].*\[40\]$/u);
});

test('a difference names both trees, and has null for a missing tree', () => {
  expect(differenceOf('length', deep(1), [[1], undefined])).toEqual({
    ...{ kind: 'length', place: '[0]', expected: '[1]', actual: null },
  });
  expect(differenceOf('value', null, [undefined, null])).toEqual({
    ...{ kind: 'value', place: '', expected: null, actual: 'None' },
  });
});
