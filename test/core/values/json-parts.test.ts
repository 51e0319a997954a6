import { jsonParts, nameOfPart } from '../../../core/values/json-parts';

describe('the parts of a JSON text', () => {
  it.each([
    ['[1, [2, 3], {"a": [4]}]', ['1', '[2, 3]', '{"a": [4]}']],
    [
      '[12345678901234567890, -0.0, 1e400, NaN, -Infinity]',
      ['12345678901234567890', '-0.0', '1e400', 'NaN', '-Infinity'],
    ],
    ['["a,]\\"", "\\\\", "[{"]', ['"a,]\\""', '"\\\\"', '"[{"']],
    ['{"a": 1, "b,": {"c": 2}}', ['"a": 1', '"b,": {"c": 2}']],
    ['[]', []],
    [' [ ] ', []],
    ['{}', []],
    ['7', []],
  ])('of %s are as they are written', (text, parts) => {
    expect(jsonParts(text)).toEqual(parts);
  });

  it('have their names, escapes read', () => {
    expect(jsonParts('{"a\\"\\u0062": 1}').map(nameOfPart)).toEqual(['a"b']);
  });
});
