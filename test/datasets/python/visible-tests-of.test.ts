import { visibleTestsOf } from '../../../datasets/python/visible-tests-of';
import { loadDataset } from '../../../datasets';
import { describeWithData, sharedData } from '../../prerequisites';
import { cpuMsSince } from '../../harness/cpu-time';

const inDocstring = (...lines: readonly string[]): readonly string[] =>
  visibleTestsOf(`def f(x):\n    """Text.\n    ${lines.join('\n    ')}\n    """\n`, 'f');

describe('visible tests from a docstring', () => {
  it('come from doctests', () => {
    expect(inDocstring('>>> f(1)', '2', '>>> f([3])  # a remark', '[4]', '', 'More.')).toEqual([
      'assert f(1) == 2',
      'assert f([3]) == [4]',
    ]);
  });

  it.each([
    'f(1) == 2',
    'f(1) ➞ 2',
    'f(1) → 2',
    'f(1) => 2',
    'f(1) ==> 2',
    'f(1)==>2',
    'f(1) -> 2',
    'f(1) returns 2',
    'f(1)   # returns 2',
    'f(1) # => 2',
    'f(1) should return 2.',
    'f(1) => 2 (the larger one)',
    'f(1) == 2  # a remark',
    'f(1) == 2, because of this line end,'.slice(0, 10),
    'for f(1) == 2',
    'assert f(1) == 2',
    '>>> f(1) == 2',
    '* f(1) -> 2',
    '- f(1) -> 2',
    '3. f(1) -> 2',
    'Example: f(1) -> 2',
    '`f(1)` returns `2`',
    '`f(1) == 2`.',
  ])('come from %j', (line) => {
    expect(inDocstring(line)).toEqual(['assert f(1) == 2']);
  });

  it.each([
    'f(n) -> n + 1',
    'f(1) -> 2 + 3',
    'f(3) == f(2) + f(1)',
    'f(x) == 2',
    'f(a) => False',
    'f(2) = 1 + 1 = 2',
    'f(1) returns 2 if it can',
    'f(1) returns 1, 2',
    'f(1) == "" a"',
    'f(1) == 1 == 2',
    'f(1) == ("Venus")',
    'g(1) == 2',
    'x.f(1) == 2',
    'ff(1) == 2',
    'f(1)[0] == 2',
    'len(f(1)) == 2',
    '-f(1) == 2',
    '1 + f(1) == 2',
    'not f(1) == 2',
    'unless f(1) == 2',
    'f(1 == 2',
    'f("a) == 2',
    'f() that returns the sum',
    '>>> print(f(1))',
    '>>> f(1) [0, 1]',
    '>>> f(y)',
  ])('do not come from %j', (line) => {
    expect(inDocstring(line)).toEqual([]);
  });

  it.each([
    ['f(1) = 2', 'assert f(1) == 2'],
    ['f(1) => true', 'assert f(1) == True'],
    ['f(1) -> FALSE.'.replace('FALSE', 'false'), 'assert f(1) == False'],
    ['f(1) -> 19 - 5 - 6 = 8', 'assert f(1) == 8'],
    ['For x = [1, 2] the output should be 3', 'assert f([1, 2]) == 3'],
    ['For n = 1, the sum of digits will be 1 the output should be "1".', 'assert f(1) == "1"'],
    ['>>> round(f(1), 2)\n    -0.5', 'assert round(f(1), 2) == -0.5'],
    ['Input: [4, 2]\n    Output: [2, 1]', 'assert f([4, 2]) == [2, 1]'],
    ['Input: x = "a b"\n    Output: "a" # the first', 'assert f("a b") == "a"'],
    ['Input:\n        words : [1]\n    Output: 0', 'assert f([1]) == 0'],
    ['For example:\n    g(1) => 2', 'assert f(1) == 2'],
  ])('come from %j, too', (text, test) => {
    expect(inDocstring(text)).toEqual([test]);
  });

  it.each([
    'Input: 3, 4\n    Output: 7',
    'Input: y = 3, z = 4\n    Output: 7',
    'Input: a list\n    Output: 7',
    'For x = y the output should be 3',
    'For x = 1 the output should be 3 or 4',
    'For example:\n    len(1) => 2 and g(1) => 2',
    'For example:\n    g(1) => 2\n    h(1) => 2',
  ])('come from nothing that is not clear: %j', (text) => {
    expect(inDocstring(text)).toEqual([]);
  });

  it('take arguments by name, and in order where the names are others', () => {
    const of = (...lines: readonly string[]) =>
      visibleTestsOf(`def f(s, c):\n    """\n    ${lines.join('\n    ')}\n    """\n`, 'f');
    expect(of('For c = "ae", s = "abc", the result should be (\'bc\',False)')).toEqual([
      'assert f("abc", "ae") == (\'bc\',False)',
    ]);
    expect(of('Input:', '    grid : [[1]]', '    bucket_capacity : 1', 'Output: 6')).toEqual([
      'assert f([[1]], 1) == 6',
    ]);
  });

  it('call what the module defines beside the function', () => {
    const prompt =
      'def g(x):\n    return x\n\ndef f(x):\n    """\n    >>> f(g(1))\n    1\n    """\n';
    expect(visibleTestsOf(prompt, 'f')).toEqual(['assert f(g(1)) == 1']);
  });

  it('take a doctest without output as None', () => {
    expect(inDocstring('>>> f([])', '', '>>> f([1])', '1')).toEqual([
      'assert f([]) == None',
      'assert f([1]) == 1',
    ]);
  });

  it('join examples that span lines', () => {
    expect(
      inDocstring(
        'f([',
        '  [1],',
        '  [2]',
        '], 1) == [(0, 0),',
        ' (1, 1)]',
        '>>> f(5)',
        '[1,',
        ' 2]',
      ),
    ).toEqual(['assert f([ [1], [2] ], 1) == [(0, 0), (1, 1)]', 'assert f(5) == [1, 2]']);
  });

  it('follow the continuation lines of a doctest', () => {
    expect(inDocstring('>>> f([1,', '...    2])', '3')).toEqual(['assert f([1, 2]) == 3']);
  });

  it('stop at prose under the output', () => {
    expect(inDocstring('>>> f(1)', '2', 'This is because of that.')).toEqual(['assert f(1) == 2']);
  });

  it('leave a traceback out', () => {
    expect(inDocstring('>>> f(1)', 'Traceback (most recent call last):', 'ValueError: x')).toEqual(
      [],
    );
  });

  it('leave a comparison out that the author shows to be False', () => {
    expect(inDocstring('>>> f(1) == 2', 'False', '>>> f(2) == 2', 'True')).toEqual([
      'assert f(2) == 2',
    ]);
  });

  it('keep escapes as written, so that a line break in a string stays an escape', () => {
    expect(inDocstring('>>> f("a\\nb")', "'a\\nb'")).toEqual(['assert f("a\\nb") == \'a\\nb\'']);
  });

  it('read several examples on a line, in order and once each', () => {
    expect(inDocstring('f(1) == 2, f(2) == 3 and f(1) == 2')).toEqual([
      'assert f(1) == 2',
      'assert f(2) == 3',
    ]);
  });

  it('come from the entry point alone, not from a helper or a string elsewhere', () => {
    const prompt =
      'A = "f(1) == 1"\n\ndef g(x):\n    """f(2) == 2"""\n    return x\n\ndef f(x):\n    """f(3) == 3"""\n';
    expect(visibleTestsOf(prompt, 'f')).toEqual(['assert f(3) == 3']);
  });

  it('are none without a docstring or a function', () => {
    expect(visibleTestsOf('def f(x):\n', 'f')).toEqual([]);
    expect(visibleTestsOf('f(1) == 2', 'f')).toEqual([]);
  });

  it('take time linear in a hostile docstring', () => {
    const startedAt = process.cpuUsage();
    visibleTestsOf(`def f(x):\n    """\n${'f(('.repeat(300_000)}\n"""\n`, 'f');
    visibleTestsOf(`def f(x):\n    """\n${'>>> f(1)\n'.repeat(100_000)}\n"""\n`, 'f');
    expect(cpuMsSince(startedAt)).toBeLessThan(10_000);
  });
});

const humanEval = 'humaneval/HumanEval.jsonl.gz';
describeWithData([humanEval])('visible tests of the real HumanEval', () => {
  it('are 450, for 157 of the 164 problems', async () => {
    const { rows, counts } = await loadDataset({
      nameOrPath: sharedData(humanEval),
      cacheDir: '/nonexistent',
    });
    expect(counts.visible).toEqual({ 0: 7, 1: 26, '2+': 131 });
    const tests = rows.flatMap(({ problem }) => problem.visibleTests.map(String));
    expect(tests).toHaveLength(450);
    expect(tests.every((test) => !test.includes('\n'))).toBe(true);
  });

  it('say what the docstrings say, right or wrong', async () => {
    const { rows } = await loadDataset({
      nameOrPath: sharedData(humanEval),
      cacheDir: '/nonexistent',
    });
    const testsOf = (id: string) =>
      rows.find(({ problem }) => problem.id === id)?.problem.visibleTests;
    expect(testsOf('HumanEval/12')?.[0]).toBe('assert longest([]) == None');
    expect(testsOf('HumanEval/46')?.slice(0, 2)).toEqual([
      'assert fib4(0) == 0',
      'assert fib4(1) == 0',
    ]);
    // The median of that list is 8.0: what the reference fails is dropped by a run, not by who reads a file.
    expect(testsOf('HumanEval/47')).toEqual([
      'assert median([3, 1, 2, 4, 5]) == 3',
      'assert median([-10, 4, 6, 1000, 10, 20]) == 15.0',
    ]);
    expect(testsOf('HumanEval/51')?.[1]).toBe(
      'assert remove_vowels("abcdef\\nghijklm") == \'bcdf\\nghjklm\'',
    );
    expect(testsOf('HumanEval/87')?.[0]).toBe(
      'assert get_row([ [1,2,3,4,5,6], [1,2,3,4,1,6], [1,2,3,4,5,1] ], 1) == [(0, 0), (1, 4), (1, 0), (2, 5), (2, 0)]',
    );
    // Two lines of the recurrence, which speaks of numbers where the function gives lists.
    expect(testsOf('HumanEval/130')).toEqual([
      'assert tri(1) == 3',
      'assert tri(4) == 3',
      'assert tri(3) == [1, 3, 2, 8]',
    ]);
    expect(testsOf('HumanEval/148')).toHaveLength(2);
  });
});
