import { plainText } from '../../../core/words/plain-text';
import { cpuMsSince } from '../../harness/cpu-time';

describe('plainText', () => {
  it.each([
    ['colours', 'a\u001B[31mred', String.raw`a\x1b[31mred`],
    ['a window title', '\u001B]0;owned\u0007x', String.raw`\x1b]0;owned\x07x`],
    ['eight-bit introducers', '\u009B31mx', String.raw`\x9b31mx`],
    ['back spaces and nulls', 'a\b\u0000b', String.raw`a\x08\x00b`],
    ['overwriting by carriage return', 'ok\rFAILED\r\nx', 'ok\\rFAILED\nx'],
    ['right-to-left overrides', 'a\u202Eb\u2066c', String.raw`a\u202eb\u2066c`],
    ['zero-width characters', 'a\u200B\u200D\u2060\uFEFFb', String.raw`a\u200b\u200d\u2060\ufeffb`],
    ['variation selectors', 'a\uFE0F\u{E0100}', String.raw`a\ufe0f\U000e0100`],
    ['tags', '\u{E0041}', String.raw`\U000e0041`],
    ['soft hyphens and fillers', '\u00AD\u3164\u115F\u2800', String.raw`\xad\u3164\u115f\u2800`],
    ['private and unassigned code points', '\uE000\u0378', String.raw`\ue000\u0378`],
    ['halves of surrogate pairs', 'a\uD83D b', String.raw`a\ud83d b`],
    ['blanks and line ends of other kinds', 'a\u00A0\u2028b', String.raw`a\xa0\u2028b`],
    ['a mark on no letter', '!\u0301', String.raw`!\u0301`],
    ['marks upon marks', `e${'\u0301'.repeat(6)}`, `e${'\u0301'.repeat(4)}\\u0301\\u0301`],
  ])('shows %s as escapes', (_, text, plain) => {
    expect(plainText(text)).toBe(plain);
    expect(plainText(plain)).toBe(plain);
  });

  it('leaves letters with their marks, numbers, symbols, spaces, tabs and line feeds alone', () => {
    const text = 'x\t= "é e\u0301 ➞ 漢字 नमस्ते สวัสดี 👍🏽 €5 ½"\n  y[0] = 31m';
    expect(plainText(text)).toBe(text);
  });

  it('takes time linear in a hostile text', () => {
    const startedAt = process.cpuUsage();
    plainText('\u0090'.repeat(1_000_000));
    plainText('\u0301'.repeat(1_000_000));
    plainText('a\u200B'.repeat(500_000));
    expect(cpuMsSince(startedAt)).toBeLessThan(10_000);
  });
});
