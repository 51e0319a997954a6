import { definitionPlace } from '../../../core/repository/definition-place';

test.each([
  ['pkg/m.py::A.f#1', 'pkg/m.py', 'A.f', 1],
  ['people/tools@abc::pkg/m.py::f#12', 'pkg/m.py', 'f', 12],
  ['people/tools@abc::a:b.py::f#2', 'a:b.py', 'f', 2],
  ['m.py::f#999999999', 'm.py', 'f', 999_999_999],
])('%s is a place', (id, path, qualname, n) => {
  expect(definitionPlace(id)).toEqual({ path, qualname, n });
});

test.each([
  '',
  'm.py',
  'm.py::f',
  'm.py::f#0',
  'm.py::f#1 ',
  '::f#1',
  'm.py::#1',
  'm.py::f#1234567890',
])('%j is none', (id) => {
  expect(() => definitionPlace(id)).toThrow(RangeError);
});

test('only the beginning of a long text is told', () => {
  expect(() => definitionPlace('a'.repeat(300))).toThrow(
    `"${'a'.repeat(200)}" is no id of a definition`,
  );
});
