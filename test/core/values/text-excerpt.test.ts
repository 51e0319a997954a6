import { clipText, excerptOf } from '../../../core/values/text-excerpt';
import { cpuMsSince } from '../../harness/cpu-time';

describe('an excerpt', () => {
  it('is one line with white space collapsed and trimmed', () => {
    expect(excerptOf('  two\n\n  lines\tand\r\na tab ')).toBe('two lines and a tab');
  });

  it('holds no control characters, escape sequences’ escapes or direction overrides', () => {
    expect(excerptOf('\u001b[31mred\u001b[0m \u0000nul \u202eevil\u0007')).toBe(
      '[31mred[0m nul evil',
    );
    expect(excerptOf('\u009b1mC1 \u200binvisible')).toBe('1mC1 invisible');
  });

  it('is at most 200 code units and never splits a surrogate pair', () => {
    expect(excerptOf('x'.repeat(500))).toBe('x'.repeat(200));
    const faces = excerptOf(`x${'😀'.repeat(150)}`);
    expect(faces).toBe(`x${'😀'.repeat(99)}`);
    expect(faces.length).toBeLessThanOrEqual(200);
    expect(faces).not.toMatch(/\p{Cs}/u);
  });

  it('drops halves of surrogate pairs that were there before', () => {
    expect(excerptOf('a\ud83db')).toBe('ab');
    expect(excerptOf(`${'y'.repeat(3999)}😀`).length).toBe(200);
  });

  it('of nothing, or of nothing visible, is empty', () => {
    expect(excerptOf('')).toBe('');
    expect(excerptOf(' \n\u0000\u200b ')).toBe('');
  });

  it('finds text behind any amount of white space, and is quick on huge texts', () => {
    const before = process.cpuUsage();
    expect(excerptOf(`${' \n'.repeat(1_000_000)}here`)).toBe('here');
    expect(excerptOf('\u0001'.repeat(5_000_000))).toBe('');
    expect(cpuMsSince(before)).toBeLessThan(15_000);
  });
});

describe('clipping', () => {
  it('keeps a text that fits as it is', () => {
    expect(clipText('four', 4)).toBe('four');
    expect(clipText('', 0)).toBe('');
  });

  it('leaves out a pair that would be split', () => {
    expect(clipText('ab😀', 3)).toBe('ab');
    expect(clipText('ab😀', 4)).toBe('ab😀');
  });
});
