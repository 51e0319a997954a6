import { plainText } from '../../../core/agents/plain-text';
import { cpuMsSince } from '../../harness/cpu-time';

describe('plainText', () => {
  it.each([
    ['colours', 'a\u001B[31mred\u001B[0mb', 'aredb'],
    ['cursor movement', '\u001B[2J\u001B[1;1Hx', 'x'],
    ['a window title', '\u001B]0;owned\u0007x', 'x'],
    ['a link', '\u001B]8;;http://a\u001B\\text\u001B]8;;\u001B\\', 'text'],
    ['a device string', '\u001BPq#0\u001B\\x', 'x'],
    ['eight-bit introducers', '\u009B31mx\u009D0;t\u009Cy', 'xy'],
    [
      'a string that another one interrupts',
      'a\u0090b\u009D0;t\u009Cc\u001B]0;u\u0090v\u0007d',
      'abc0;ud',
    ],
    ['a reset', '\u001Bcx\u001B(By', 'xy'],
    ['back spaces and bells', 'a\b\u0007\u0000b', 'ab'],
    ['overwriting by carriage return', 'ok\rFAILED\r\nx', 'ok\nFAILED\nx'],
    ['right-to-left overrides', 'a\u202Eb\u2066c\u200F', 'abc'],
    ['a lone escape at the end', 'a\u001B', 'a'],
  ])('takes out %s', (_, text, plain) => {
    expect(plainText(text)).toBe(plain);
    expect(plainText(plain)).toBe(plain);
  });

  it('leaves text, tabs, line feeds and other scripts alone', () => {
    const text = 'x\t= "é ➞ 漢字 👩‍🚀"\n  y[0] = 31m';
    expect(plainText(text)).toBe(text);
  });

  it('does not let an introducer without an end swallow the text', () => {
    expect(plainText('\u0090all of this stays')).toBe('all of this stays');
  });

  it('takes time linear in a hostile text', () => {
    const startedAt = process.cpuUsage();
    plainText('\u0090'.repeat(1_000_000));
    plainText('\u001B]'.repeat(1_000_000));
    plainText(`\u001B[${'1;'.repeat(2_000_000)}`);
    plainText(`\u0090${'x'.repeat(4_000)}`.repeat(500));
    expect(cpuMsSince(startedAt)).toBeLessThan(10_000);
  });
});
