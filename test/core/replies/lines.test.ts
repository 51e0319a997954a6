import { dedented, fenceIn, maybePython, namesLanguage } from '../../../core/replies/fence-line';
import { stringAfter } from '../../../core/replies/open-string';
import { placedSentences } from '../../../core/replies/placed-sentences';
import { thoughtTagsIn } from '../../../core/replies/thought-tags';

describe('the fence of a line', () => {
  it.each([
    ['```', '', '```', ''],
    ['```python', '', '```', 'python'],
    ['Here: ````py  title ', 'Here: ', '````', 'py  title'],
    ['   ~~~~ c++ ', '   ', '~~~~', 'c++'],
    ['~~~', '', '~~~', ''],
  ])('is found in %j', (line, before, mark, info) => {
    expect(fenceIn(line)).toEqual({ before, mark, info });
  });

  it.each(['``', '~~', 'x', 'a ~~~', '```a```', 'The word `x` ```python', '~~~ a ~~~'])(
    'is none in %j',
    (line) => {
      expect(fenceIn(line)).toBeNull();
    },
  );

  it.each([
    ['python', true],
    ['c++', true],
    ['C#', true],
    ['objective-c', true],
    ['python title="a.py"', true],
    ['python {.numbered}', true],
    ['', false],
    ['python is great', false],
    ['3x', false],
  ])('names a language, perhaps with attributes: %j %s', (info, names) => {
    expect(namesLanguage(info)).toBe(names);
  });

  it('may hold Python where it says so or says nothing', () => {
    expect(['', 'python3', 'Py', 'PYTHON'].every(maybePython)).toBe(true);
    expect(['js', 'cpython', 'text'].some(maybePython)).toBe(false);
  });
});

it('takes at most so many blanks and tabs off a line', () => {
  expect(dedented('\t  x', 2)).toBe(' x');
  expect(dedented(' x', 4)).toBe('x');
  expect(dedented('  x', 0)).toBe('  x');
  expect(dedented('\u00a0x', 1)).toBe('\u00a0x');
});

describe('the triple-quoted string in which a line ends', () => {
  const [double, single] = ['"""', "'''"] as const;

  it.each([
    ['x = 1', null, null],
    ['x = """a', null, double],
    ["x = '''a", null, single],
    ['"""a"""', null, null],
    ['"""a""" + """b', null, double],
    ['a"""', double, null],
    ["a'''", double, double],
    ['a"""', single, single],
    [String.raw`a\"""`, double, double],
    [String.raw`a\\"""`, double, null],
    [`a""" + '''b`, double, single],
    ['# """', null, null],
    ['# """', double, null],
    ['x = "#" + """a', null, double],
    [String.raw`x = "a\"b" + """c`, null, double],
    [`'it """`, null, null],
    [`"it's" + '''a`, null, single],
    ['""', null, null],
  ])('of %j, which begins in %j, is %j', (line, before, after) => {
    expect(stringAfter(line, before)).toBe(after);
  });
});

describe('the sentences of a text', () => {
  it('are told with their places, their lines, and whether they begin them', () => {
    const text = '  One. Two!\n\n1. Three is. (Four?) five';
    const second = '1. Three is. (Four?) five';
    expect(placedSentences(text)).toEqual([
      { text: 'One.', at: 2, line: 'One. Two!', begins: true },
      { text: 'Two!', at: 7, line: 'One. Two!', begins: false },
      { text: '1. Three is.', at: 13, line: second, begins: true },
      { text: '(Four?)', at: 26, line: second, begins: false },
      { text: 'five', at: 34, line: second, begins: false },
    ]);
  });

  it('do not end behind a number of a list, but behind a longer one', () => {
    const of = (text: string) => placedSentences(text).map((one) => one.text);
    expect(of('12. Yes.')).toEqual(['12. Yes.']);
    expect(of('123. Yes.')).toEqual(['123.', 'Yes.']);
    expect(of('It is 12. Yes.')).toEqual(['It is 12.', 'Yes.']);
    expect(of('**So.** Yes')).toEqual(['**So.**', 'Yes']);
  });
});

describe('the tags of thoughts in a line', () => {
  it.each([
    ['<think>', false],
    ['</think>', true],
    ['<Thinking>', false],
    ['</thoughts>', true],
    ['<thought>', false],
    ['</THOUGHT>', true],
    ['<reasoning>', false],
    ['<seed:think>', false],
    ['</seed:think>', true],
    ['</reasoning>', true],
    ['[THINK]', false],
    ['[/THINK]', true],
    ['◁think▷', false],
    ['◁/think▷', true],
    ['<|begin_of_thought|>', false],
    ['<|end_of_thought|>', true],
    ['<|channel|>analysis<|message|>', false],
    ['<|channel|>final<|message|>', true],
  ])('%s closes: %s', (tag, closes) => {
    const to = 2 + tag.length;
    expect(thoughtTagsIn(`a ${tag} b ${tag}`)).toEqual([
      { from: 2, to, closes },
      { from: to + 3, to: to + 3 + tag.length, closes },
    ]);
  });

  it.each(['think', '<thin>', '<answer>', '[think', '<|end|>'])('%s is none', (line) => {
    expect(thoughtTagsIn(line)).toEqual([]);
  });
});
