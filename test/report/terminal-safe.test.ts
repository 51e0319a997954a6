import { terminalLine, terminalSafe } from '../../report/terminal-safe';

describe('what a program or model wrote, on a terminal', () => {
  it.each([
    ['colours', 'a\u001b[31mred\u001b[0mb', 'aredb'],
    ['cursor movement and erasure', 'one\u001b[2K\u001b[1Atwo', 'onetwo'],
    ['a window title ended by BEL', '\u001b]0;owned\u0007text', 'text'],
    ['a hyperlink ended by ST', '\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
    ['a device string that is never closed', 'text\u001bP1;2|abc', 'text'],
    ['the one-byte forms of the introducers', 'a\u009b31mb\u009d0;t\u0007c', 'abc'],
    [
      'carriage returns that overwrite a line',
      'verdict: failed\rverdict: passed',
      'verdict: failedverdict: passed',
    ],
    ['backspaces, bells and nulls', 'a\b\u0007\u0000b', 'ab'],
    ['direction overrides', 'a\u202eb\u2066c', 'abc'],
    ['a lone escape at the end', 'text\u001b', 'text'],
    ['a sequence that appears when another is removed', '\u001b\u001b[31m[31mx', '[31mx'],
  ])('loses %s', (_name, text, safe) => {
    expect(terminalSafe(text)).toBe(safe);
    expect(terminalSafe(safe)).toBe(safe);
  });

  it('keeps lines, tabs and letters of any script', () => {
    expect(terminalSafe('a\n\tb → é 漢 🙂\r\nc')).toBe('a\n\tb → é 漢 🙂\nc');
  });

  it('fits on one line when asked', () => {
    expect(terminalLine(' a\n b\t\u001b[1mc ')).toBe('a b c');
  });
});
