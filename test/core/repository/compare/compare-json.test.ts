import { compareJson } from '../../../../core/repository/compare/compare-json';

const place = { outer: { outer: null, step: 'case' }, step: ' files' };

test.each([
  [1, 1],
  [null, null],
  [
    { a: 1, b: [1, { c: null }] },
    { b: [1, { c: null }], a: 1 },
  ],
  [[], []],
])('%j and %j are the same', (one, other) => {
  expect(compareJson(one, other, place)).toBeNull();
});

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, { a: 1, b: 1 }],
  [{ a: 1, b: 1 }, { a: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[], {}],
  [['a'], { 0: 'a' }],
  [{}, null],
  [{ toString: 1 }, { a: 1 }],
  [
    [[1, 2], 3],
    [[1, 4], 3],
  ],
])('%j and %j differ', (one, other) => {
  expect(compareJson(one, other, place)).toEqual({
    ...{ kind: 'value', place: 'case files', expected: 'other data', actual: 'other data' },
  });
});

test('texts are told up to 300 characters, and what is missing as null', () => {
  expect(compareJson('a'.repeat(301), 'b', place)).toMatchObject({
    ...{ expected: 'a'.repeat(300), actual: 'b' },
  });
  expect(compareJson('a', undefined, place)).toMatchObject({ expected: 'a', actual: null });
  expect(compareJson(undefined, 1, place)).toMatchObject({ expected: null, actual: 'other data' });
});
