import { cutToWidth, textWidth, wrapLine } from '../../../cli/terminal/terminal-text';

describe('the width of a text', () => {
  it.each([
    ['plain', 5],
    ['漢字', 4],
    ['🚀', 2],
    ['e\u0301', 1],
    ['└─ n0', 5],
  ])('of %j is %d columns', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});

describe('cutting to a width', () => {
  it('leaves a line that fits', () => {
    expect(cutToWidth('12345', 5)).toBe('12345');
  });

  it('never cuts a wide character in half', () => {
    expect(cutToWidth('漢字漢字', 6)).toBe('漢字…');
    expect(textWidth(cutToWidth('漢字漢字', 6))).toBeLessThanOrEqual(6);
  });
});

describe('wrapping a line', () => {
  it('leaves a line that fits', () => {
    expect(wrapLine('short', 10)).toEqual(['short']);
  });

  it('leaves it to a terminal that was told no size', () => {
    expect(wrapLine('one two three', 0)).toEqual(['one two three']);
  });

  it('breaks at blanks', () => {
    expect(wrapLine('one two three four', 10)).toEqual(['one two', '  three', '  four']);
  });

  it('keeps the branches of a tree and hangs its text', () => {
    expect(wrapLine('│  ├─ n1 · passed and accepted', 20)).toEqual([
      '│  ├─ n1 · passed',
      '│  │    and accepted',
    ]);
    expect(wrapLine('└─ n1 · passed and accepted', 20)).toEqual([
      '└─ n1 · passed and',
      '     accepted',
    ]);
  });

  it('hangs list items under their text', () => {
    expect(wrapLine('- one two three', 10)).toEqual(['- one two', '    three']);
  });

  it('breaks a word that no line has room for', () => {
    const lines = wrapLine('x'.repeat(25), 10);
    expect(lines.every((line) => textWidth(line) <= 10)).toBe(true);
    expect(lines.join('').replace(/ /g, '')).toBe('x'.repeat(25));
  });

  it('loses no word, on terminals of any width', () => {
    const line = '    strategy: Sort the input first, then take the values one by one';
    for (let columns = 8; columns < 90; columns += 1) {
      const lines = wrapLine(line, columns);
      expect(lines.every((part) => textWidth(part) <= columns)).toBe(true);
      expect(lines.join(' ').replace(/\s+/g, '')).toBe(line.replace(/\s+/g, ''));
    }
  });
});
