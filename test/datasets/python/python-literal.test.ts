import { parseExactly } from '../../../datasets/exact-json';
import { pythonLiteral } from '../../../datasets/python/python-literal';

describe('a value of JSON as Python writes it', () => {
  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['1.0', '1.0'],
    ['-0.0', '-0.0'],
    ['1e400', '1e400'],
    ['-1E-400', '-1E-400'],
    ['0.1000', '0.1000'],
    ['[1, -2.5, null, true]', '[1, -2.5, None, True]'],
    ['{"a\\n": {"__proto__": [1.0]}}', "{'a\\n': {'__proto__': [1.0]}}"],
    ['"\\ud800"', "'\\ud800'"],
    ['"\\udc00\\ud83d\\ude00"', "'\\udc00😀'"],
    ['"\\\\ud800"', "'\\\\ud800'"],
    ['"it\'s"', '"it\'s"'],
  ])('keeps %s', (json, literal) => {
    expect(pythonLiteral(parseExactly(json))).toBe(literal);
  });
});
