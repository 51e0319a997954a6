import { scanDoctests } from '../../../../datasets/python/examples/doctest-examples';
import { onOneLine } from '../../../../datasets/python/examples/example';
import { scanInline } from '../../../../datasets/python/examples/inline-examples';

const subject = { name: 'f', parameters: ['x'], defined: ['f', 'helper'] };
const pairsIn = (text: string) =>
  scanDoctests(text, subject).examples.map(({ call, value }) => [call, value]);
const takenIn = (text: string) =>
  scanDoctests(text, subject).taken.map(({ from, to }) => text.slice(from, to));

describe('doctests', () => {
  it('take their lines and those of the value, and leave what follows to others', () => {
    const text = 'Says.\n  >>> f(1)\n  2\nf(3) == 4\n>>> f(5)\n6';
    expect(scanDoctests(text, subject).examples).toEqual([
      { at: 6, call: 'f(1)', value: '2' },
      { at: text.indexOf('>>> f(5)'), call: 'f(5)', value: '6' },
    ]);
    expect(takenIn('Says.\n  >>> f(1)\n  2\n\nf(3) == 4\n')).toEqual(['  >>> f(1)\n  2\n']);
    expect(takenIn('>>> f(1)\n[2,\n3]\n')).toEqual(['>>> f(1)\n[2,\n3]\n']);
    expect(takenIn('>>> f(1)\nno value\n')).toEqual(['>>> f(1)\n']);
    expect(takenIn('>>> f(1)')).toEqual(['>>> f(1)']);
    expect(takenIn('>>> f(1) == 2\nFalse\nmore\n')).toEqual(['>>> f(1) == 2\nFalse\n']);
    expect(takenIn('>>> g(1)\n2\n')).toEqual([]);
  });

  it('have a value of up to fifty lines', () => {
    const listOf = (lines: number) => ['[', ...Array<string>(lines - 2).fill('1,'), ']'].join('\n');
    expect(pairsIn(`>>> f(1)\n${listOf(50)}`)).toEqual([['f(1)', listOf(50)]]);
    expect(pairsIn(`>>> f(1)\n${listOf(51)}`)).toEqual([]);
  });

  it('end where the next one begins', () => {
    expect(pairsIn('>>> f(1)\n>>> f(2)\n3')).toEqual([
      ['f(1)', 'None'],
      ['f(2)', '3'],
    ]);
  });

  it.each([
    ...['round', 'sorted', 'list', 'tuple', 'set', 'len', 'sum', 'abs', 'str', 'min', 'max'],
    'helper',
  ])('may have %s around the call, which alone is none', (name) => {
    expect(pairsIn(`>>> ${name}(f(1))\n2`)).toEqual([[`${name}(f(1))`, '2']]);
    expect(pairsIn(`>>> ${name}([1])\n2`)).toEqual([]);
  });

  it.each([
    '>>> print(f(1))\n2',
    '>>> other(f(1))\n2',
    '>>>\nf(1)\n2',
    '>>> x = f(1)\n2',
    '>>>f(1)\n2',
  ])('are not %j', (text) => {
    expect(pairsIn(text)).toEqual([]);
  });

  it('go on in lines that say so, and lose a comment', () => {
    expect(pairsIn('>>> f(1,\n...   2) # why\n3')).toEqual([['f(1,\n2)', '3']]);
  });
});

describe('examples in a line', () => {
  const found = (text: string) => scanInline(text, subject).map(({ call, value }) => [call, value]);

  it('have their place in the text', () => {
    expect(scanInline('Say f(1) == 2', subject)).toEqual([{ at: 4, call: 'f(1)', value: '2' }]);
  });

  it('are of the function itself where there are any', () => {
    expect(found('f(1) == 2\nExamples:\ng(3) == 4')).toEqual([['f(1)', '2']]);
  });

  it('are else of the one name that calls are written with, behind the word example', () => {
    expect(found('Example:\ng(3) == 4\nassert g(5) == 6')).toEqual([
      ['f(3)', '4'],
      ['f(5)', '6'],
    ]);
    expect(found('g(3) == 4')).toEqual([]);
    expect(found('g(3) == 4\nAn example.')).toEqual([]);
    expect(found('h(1)\nexamples:\ng(3) == 4')).toEqual([['f(3)', '4']]);
    expect(found('example:\ng(3) == 4\nh(3) == 4')).toEqual([]);
    expect(found('example:\nhelper(1) == 1\ng(3) == 4')).toEqual([['f(3)', '4']]);
    expect(found('counterexample:\ng(3) == 4')).toEqual([]);
  });

  it.each(['not', 'unless', 'never', 'if', 'when', 'while', 'until'])(
    'are none behind the word %s',
    (word) => {
      expect(found(`It is ${word} f(1) == 2`)).toEqual([]);
      expect(found(`It is ${word}: f(1) == 2`)).toEqual([['f(1)', '2']]);
    },
  );

  it('may be followed by another one, by a remark or by the end, and by nothing else', () => {
    expect(found('f(1) == 2 and f(2) == 3')).toHaveLength(2);
    expect(found('f(1) == 2; `f(2)` == 3')).toHaveLength(2);
    expect(found('f(1) == 2 (so it is)')).toHaveLength(1);
    expect(found('f(1) == 2. More.')).toHaveLength(1);
    expect(found('f(1) == 2 more')).toEqual([]);
    expect(found('f(1) == 2 or f(2) == 3')).toEqual([['f(2)', '3']]);
  });
});

test('line breaks between tokens become blanks', () => {
  expect(onOneLine('  [1,\n   2]\n')).toBe('[1, 2]');
});
