import { codeOf, readInput } from '../../../cli/chat/input/read-input';
import { unfinishedInput } from '../../../cli/chat/input/unfinished-input';
import { messagesIn } from '../../../cli/chat/talk-in-lines';
import { KeyReader } from '../../../cli/chat/terminal/read-keys';
import { LineEditor } from '../../../cli/chat/terminal/line-editor';
import { promptRows } from '../../../cli/chat/terminal/prompt-rows';
import { shortenLines } from '../../../cli/chat/show/shorten-lines';

async function messages(lines: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  const given = async function* () {
    yield* lines;
  };
  for await (const message of messagesIn(given())) found.push(message);
  return found;
}

describe('what a person types', () => {
  it('is a command with a slash, a message with two or with none', () => {
    expect(readInput('/save  plot.png out !')).toEqual({
      kind: 'command',
      command: 'save',
      rest: 'plot.png out !',
    });
    expect(readInput('//etc is a folder')).toEqual({ kind: 'message', text: '/etc is a folder' });
    expect(readInput('what is /etc')).toEqual({ kind: 'message', text: 'what is /etc' });
    expect(readInput(' \n')).toEqual({ kind: 'nothing' });
    expect(readInput('/toString')).toEqual({ kind: 'unknown', command: 'toString' });
  });

  it('is not finished behind a backslash, nor in a fence', () => {
    expect(unfinishedInput('one\\')).toBe('one\n');
    expect(unfinishedInput('one\\\\')).toBeNull();
    expect(unfinishedInput('```\nx = 1 + \\')).toBe('```\nx = 1 + \\\n');
    expect(unfinishedInput('/run ```python')).toBe('/run ```python\n');
    expect(unfinishedInput('/run ```python\n1\n```')).toBeNull();
  });

  it('is one message over several lines, and what is left at the end is one', async () => {
    expect(await messages(['a\\', 'b', '```', 'c', '```', 'd', '~~~', 'e'])).toEqual([
      'a\nb',
      '```\nc\n```',
      'd',
      '~~~\ne\n',
    ]);
  });

  it('is run without its fence', () => {
    expect(codeOf('```python\nx = 1\nprint(x)\n```')).toBe('x = 1\nprint(x)');
    expect(codeOf('print("```")')).toBe('print("```")');
  });
});

describe('keys of a terminal', () => {
  const read = (...chunks: readonly string[]) => {
    const reader = new KeyReader();
    return chunks.flatMap((chunk) => reader.take(chunk));
  };

  it('are a paste when the terminal says so, however it is cut', () => {
    const text = 'a\u001b[200~one\r\ntwo\rthree\n\u001b[201~\r';
    const expected = [
      { kind: 'keys', text: 'a' },
      { kind: 'paste', text: 'one\ntwo\nthree' },
      { kind: 'enter' },
    ];
    expect(read(text)).toEqual(expected);
    for (let cut = 5; cut < text.length; cut += 1) {
      expect(read(text.slice(0, cut), text.slice(cut))).toEqual(expected);
    }
  });

  it('that mean something are told from those that edit', () => {
    expect(read('\u001b[A\u001b\r\u0003x\u0004\n')).toEqual([
      { kind: 'keys', text: '\u001b[A' },
      { kind: 'newline' },
      { kind: 'interrupt' },
      { kind: 'keys', text: 'x' },
      { kind: 'leave' },
      { kind: 'newline' },
    ]);
  });

  it('are a paste with any bytes in it, also escape sequences', () => {
    const pasted = 'a\u001b[31mred\u001b[0m \u001b]0;é漢🚀\u0007\t\u0003\u001bq\u001b[13;2u';
    expect(read(`\u001b[200~${pasted}\u001b[201~`)).toEqual([{ kind: 'paste', text: pasted }]);
  });

  it('after an escape alone mean what they mean without it', async () => {
    const reader = new KeyReader();
    expect(reader.take('\u001b')).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(reader.take('\u0003')).toEqual([{ kind: 'interrupt' }]);
  });
});

// On a terminal that can do nothing, readline edits nothing.
process.env['TERM'] = 'xterm';

describe('the line', () => {
  it('is edited as readline does, with history', () => {
    const editor = new LineEditor(['before'], 10);
    editor.press('one two\u0001x\u0005\u0017three');
    expect(editor.text).toBe('xone three');
    editor.take();
    editor.press('\u001b[A');
    expect(editor.text).toBe('xone three');
    editor.press('\u001b[A');
    expect(editor.text).toBe('before');
    editor.close();
  });

  it('has a mark where much was pasted, and says all of it', () => {
    const editor = new LineEditor([], 10);
    const pasted = Array.from({ length: 10_000 }, (_, nth) => `line ${String(nth)}`).join('\n');
    const began = Date.now();
    editor.press('look: ');
    editor.paste(pasted);
    editor.press(' ok');
    expect(Date.now() - began).toBeLessThan(1000);
    expect(editor.text).toMatch(/^look: \[pasted 1: 10,000 lines, [\d,]+ characters\] ok$/u);
    expect(editor.whole).toBe(`look: ${pasted} ok`);
    const line = editor.text;
    editor.take();
    editor.putBack(`look: ${pasted} ok`);
    expect(editor.text).toBe(line);
    editor.close();
  });

  it('is broken into rows around its cursor', () => {
    const room = { columns: 10, most: 3 };
    expect(promptRows('abc', 1, room)).toEqual({ rows: ['> abc'], row: 0, column: 3 });
    expect(promptRows('abcdefghij', 10, room)).toEqual({
      rows: ['> abcdefg', '  hij'],
      row: 1,
      column: 5,
    });
    expect(promptRows('a\nb\nc\nd\ne', 9, room)).toEqual({
      rows: ['  c', '  d', '  e'],
      row: 2,
      column: 3,
    });
    expect(promptRows('日本', 1, room)).toEqual({ rows: ['> 日本'], row: 0, column: 4 });
  });
});

describe('a long text of the past', () => {
  it('loses its middle, and says how much', () => {
    const lines = Array.from({ length: 100 }, (_, nth) => String(nth));
    expect(shortenLines(lines, 7)).toEqual([
      ...['0', '1', '2', '3'],
      '… 94 lines left out',
      ...['98', '99'],
    ]);
    expect(shortenLines(lines, 100)).toEqual(lines);
  });

  it('loses the middle of a line without end as well', () => {
    const line = `${'a'.repeat(400)}${'b'.repeat(99_400)}${'c'.repeat(200)}`;
    expect(shortenLines(['x', line], 7)).toEqual([
      'x',
      `${'a'.repeat(400)} … 99,400 characters left out … ${'c'.repeat(200)}`,
    ]);
    expect(shortenLines([line], Infinity)).toEqual([line]);
  });
});
