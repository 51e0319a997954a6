import { inColour, withoutColour } from '../../../cli/chat/show/paint';
import { ReplyPrinter } from '../../../cli/chat/show/reply-printer';
import { KeptLines } from './kept-lines';

const reply = [
  'First:',
  '```python',
  'def f(x):',
  '    """Doc ```',
  '    of two lines."""',
  '    return 42',
  '```',
  'Done.',
].join('\n');

/** What is left of a reply that comes in pieces of so many characters. */
function printed(size: number, paint = withoutColour, text = reply): readonly string[] {
  const surface = new KeptLines();
  const printer = new ReplyPrinter(surface, paint);
  for (let at = 0; at < text.length; at += size) printer.take(text.slice(at, at + size));
  printer.end();
  expect(surface.opened).toBe('');
  return surface.lines;
}

describe('a reply that comes in pieces', () => {
  it('is the same lines, however it was cut', () => {
    for (const size of [1, 2, 3, 7, 1000]) expect(printed(size)).toEqual(reply.split('\n'));
  });

  it('has the same colours, however it was cut', () => {
    const whole = printed(1000, inColour);
    for (const size of [1, 5]) expect(printed(size, inColour)).toEqual(whole);
    expect(whole).toContain('\u001b[35mdef\u001b[0m \u001b[34mf\u001b[0m(x):');
    expect(whole).toContain('\u001b[32m    of two lines."""\u001b[0m');
    expect(whole).toContain('Done.');
  });

  it('shows the line that is not finished', () => {
    const surface = new KeptLines();
    const printer = new ReplyPrinter(surface, withoutColour);
    printer.take('one\ntw');
    expect([surface.lines, surface.opened]).toEqual([['one'], 'tw']);
  });

  it('colours Python alone', () => {
    expect(printed(9, inColour, '```js\nreturn 1\n```')).toContain('return 1');
  });

  it('takes what would steer the terminal away', () => {
    const nasty = 'a\u001b[2Jb\u001b]0;title\u0007c\u202ed\u0008e\n\u001b[31mred\u001b[0m';
    expect(printed(3, withoutColour, nasty)).toEqual(['abc\\u202ed\\x08e', 'red']);
  });

  it('breaks a line that never ends', () => {
    expect(printed(1000, withoutColour, 'x'.repeat(9_000)).length).toBeGreaterThan(1);
  });
});
