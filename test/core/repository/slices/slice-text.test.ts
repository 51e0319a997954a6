import { sliceText } from '../../../../core/repository/slices/slice-text';
import { fragmentOf } from '../sample-fragment';

const fenced = (path: string, ...lines: readonly string[]): string =>
  ['```python', `## ${path}`, ...lines, '```'].join('\n');

test('the farthest file comes first, equal ones by name, and that of the definition last', () => {
  const texts = [
    fragmentOf('home.py', 1, 'h', { distance: 9 }),
    fragmentOf('b.py', 1, 'b', { distance: 2 }),
    fragmentOf('a.py', 1, 'a', { distance: 2 }),
    fragmentOf('near.py', 1, 'n1', { distance: 1 }),
    fragmentOf('near.py', 2, 'n2', { distance: 8 }),
    fragmentOf('far.py', 1, 'f', { distance: 3 }),
  ];
  expect(sliceText(texts, 'home.py')).toBe(
    [
      fenced('far.py', 'f'),
      fenced('a.py', 'a'),
      fenced('b.py', 'b'),
      fenced('near.py', 'n1', 'n2'),
      fenced('home.py', 'h'),
    ].join('\n\n'),
  );
});

test('fragments stand in the order of the file, with an empty line where lines are left out', () => {
  const texts = [
    fragmentOf('m.py', 5, 'c', { indent: '  ' }),
    fragmentOf('m.py', 1, 'a\r\na2'),
    fragmentOf('m.py', 3, 'b'),
  ];
  expect(sliceText(texts, 'm.py')).toBe(fenced('m.py', 'a', 'a2', 'b', '', '  c'));
});

test('a fragment inside another one is not repeated', () => {
  const outer = fragmentOf('m.py', 1, 'a\nb\nc');
  const inner = fragmentOf('m.py', 2, 'b');
  const start = fragmentOf('m.py', 1, 'a');
  expect(sliceText([start, inner, outer], 'm.py')).toBe(fenced('m.py', 'a', 'b', 'c'));
});

test('a block that is left out is an ellipsis, and what is left of a block follows its head', () => {
  const head = (blockEnd: number) =>
    fragmentOf('m.py', 1, 'class A:', { opens: true, blockEnd, inner: '    ' });
  const method = fragmentOf('m.py', 5, 'def f(): ...', { indent: '    ' });
  expect(sliceText([head(9_000)], 'm.py')).toBe(fenced('m.py', 'class A:', '    ...'));
  expect(sliceText([head(9_000), method], 'm.py')).toBe(
    fenced('m.py', 'class A:', '    def f(): ...'),
  );
  expect(sliceText([head(method.start), method], 'm.py')).toBe(
    fenced('m.py', 'class A:', '    ...', '', '    def f(): ...'),
  );
});

test('a fence is longer than any in the text', () => {
  const text = sliceText([fragmentOf('m.py', 1, 'x = "````"')], 'm.py');
  expect(text.split('\n')[0]).toBe('`````python');
  expect(text.split('\n').at(-1)).toBe('`````');
});
