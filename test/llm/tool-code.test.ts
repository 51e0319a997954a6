import { codeOf, readCode } from '../../llm/tool-code';

/** What is told of these pieces, one after the other. */
function told(...pieces: readonly string[]): readonly string[] {
  const reader = readCode();
  return pieces.map((piece) => reader.push(piece));
}

describe('the code of a tool call, as it comes', () => {
  it('is told from its first character on, to its end', () => {
    expect(told('{"co', 'de" : ', '"x', ' = 1', '"}', 'more')).toEqual([
      '',
      '',
      'x',
      ' = 1',
      '',
      '',
    ]);
  });

  it('is told without the marks of its escapes, wherever they are cut', () => {
    const whole = '{"code": "a\\n\\t\\"\\\\\\u00e9\\/b"}';
    expect(told(whole).join('')).toBe('a\n\t"\\é/b');
    for (let cut = 1; cut < whole.length; cut += 1) {
      expect(told(whole.slice(0, cut), whole.slice(cut)).join('')).toBe('a\n\t"\\é/b');
    }
    expect(told(...whole).join('')).toBe('a\n\t"\\é/b');
  });

  it('is shown unchanged if it is not JSON', () => {
    expect(told('x = ', '{"a": 1}')).toEqual(['x = ', '{"a": 1}']);
    expect(told('{1', ', 2}')).toEqual(['{1', ', 2}']);
  });

  it('keeps an escape that is none', () => {
    expect(told('{"code": "\\uZZZZ!!"}').join('')).toBe('uZZZZ!!');
  });
});

test.each([
  ['{"code": "x"}', 'x'],
  ['{"source": "x"}', 'x'],
  ['{"a": "y", "code": "x"}', 'x'],
  ['"x"', 'x'],
  ['{"code": 1}', '{"code": 1}'],
  ['[1]', '[1]'],
  ['null', 'null'],
  ['{"code": "x\ny"}', 'x\ny'],
])('the code of %s', (text, code) => {
  expect(codeOf(text)).toBe(code);
});
