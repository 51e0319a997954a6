import { highlightLastLine } from '../../../../cli/chat/show/highlight-python';
import { inColour, withoutColour } from '../../../../cli/chat/show/paint';
import type { Paint } from '../../../../cli/chat/show/paint';
import { programText } from '../../../../cli/chat/show/program-text';
import { plainSurface } from '../../../../cli/chat/show/surface';

const escape = '\u001b';

describe('a line of a program', () => {
  it.each([
    ['a colour', `${escape}[1;31mred${escape}[0m`, 'red'],
    ['a title', `${escape}]0;title\u0007after`, 'after'],
    ['a title that ends otherwise', `${escape}]0;title${escape}\\after`, 'after'],
    ['a private sequence', `${escape}[?25lhidden`, 'hidden'],
    ['a single one', `${escape}(Btext${escape}7`, 'text'],
    ['the last state of a progress bar', ' 10%\r 50%\r100%', '100%'],
    ['the same with the end of its line', ' 10%\r100%\r\r', '100%'],
    ['what is invisible, written out', 'a\u0008b\u202ec', String.raw`a\x08b\u202ec`],
    ['tabs as blanks', '\ta\tb', '    a    b'],
    ['plain text', 'x = [1]', 'x = [1]'],
  ])('shows %s', (_, line, shown) => {
    expect(programText(line)).toBe(shown);
  });
});

describe('the last line of a block', () => {
  /** Parts in brackets with what they are. */
  const marked: Paint = (style, text) => `<${style} ${text}>`;

  it.each([
    [['def f(self, x):'], '<keyword def> <name f>(self, x):'],
    [['return "a"  # b'], '<keyword return> <string "a">  <comment # b>'],
    [['f(1, True, None)'], '<name f>(<number 1>, <number True>, <number None>)'],
    [[''], ''],
    [['x = """one', 'two"""'], '<string two""">'],
    [['a = 1', 'b'], 'b'],
  ])('of %j has its parts', (block, shown) => {
    expect(highlightLastLine(block, marked)).toBe(shown);
    expect(highlightLastLine(block, withoutColour)).toBe(block.at(-1));
  });

  it('sees what began a hundred lines up, and nothing before', () => {
    const rest = (lines: number): readonly string[] => Array.from({ length: lines }, () => 'x');
    const open = 'y = """';
    const seen = highlightLastLine([open, ...rest(99)], inColour);
    expect(seen).toBe(`${escape}[32mx${escape}[0m`);
    expect(highlightLastLine([open, ...rest(100)], inColour)).toBe('x');
  });
});

describe('a surface without a terminal', () => {
  it('has notes and trouble apart from what is said, and shows no line that is not finished', () => {
    const said: string[] = [];
    const noted: string[] = [];
    const surface = plainSurface(
      (line) => said.push(line),
      (line) => noted.push(line),
    );
    surface.print('prose', 'prose');
    surface.print('code', 'code', 'painted');
    surface.print('note', 'note');
    surface.print('trouble', 'trouble');
    surface.print('mark', 'mark');
    surface.open('open', 'prose');
    surface.status('status');
    expect([said, noted]).toEqual([
      ['prose', 'code', 'mark'],
      ['note', 'trouble'],
    ]);
  });
});
