import { terminalLine, terminalSafe } from '../../report/terminal-safe';

describe('what a program or model wrote, on a terminal', () => {
  it.each([
    ['cursor movement and erasure', 'one\u001b[2Ktwo', String.raw`one\x1b[2Ktwo`],
    ['a hyperlink', '\u001b]8;;http://x\u001b\\text', String.raw`\x1b]8;;http://x\x1b\text`],
    ['a carriage return that overwrites a line', 'failed\rpassed', String.raw`failed\rpassed`],
    ['direction overrides', 'a\u202eb', String.raw`a\u202eb`],
    ['unseen characters', 'a\u200bb\u{e0100}', String.raw`a\u200bb\U000e0100`],
  ])('does nothing by %s', (_name, text, safe) => {
    expect(terminalSafe(text)).toBe(safe);
    expect(terminalSafe(safe)).toBe(safe);
  });

  it('keeps lines, tabs and letters of any script', () => {
    expect(terminalSafe('a\n\tb → é 漢 🙂\r\nc')).toBe('a\n\tb → é 漢 🙂\nc');
  });

  it('fits on one line when asked', () => {
    expect(terminalLine(' a\n b\t\u001b[1mc ')).toBe(String.raw`a b \x1b[1mc`);
  });
});
