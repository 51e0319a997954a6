import { keptOutputBytes } from '../../core/grading/judge-script';
import { methodBridge } from '../../datasets/class-solution';
import { loadRows, refusalOf } from './rows-in-file';

const pair = (input: unknown, ...output: readonly unknown[]) => ({ input, output });
const apps = {
  name: '1',
  description: 'Print it.',
  sample_io: [pair('1', '1')],
  test_list: [pair('1', '1')],
};
const contest = { ...apps, name: '1_A. One', tags: [], id: 1 };

async function scriptOf(row: object) {
  const [read] = (await loadRows([row])).rows;
  if (read?.problem.kind !== 'script' || read.hidden.kind !== 'script')
    throw new Error('no script');
  return { problem: read.problem, hidden: read.hidden };
}

async function functionOf(row: object) {
  const [read] = (await loadRows([row])).rows;
  if (read?.problem.kind !== 'function' || read.hidden.kind !== 'function')
    throw new Error('no function');
  return { problem: read.problem, hidden: read.hidden };
}

describe('how the outputs of a whole program are compared', () => {
  it.each([
    ['1.', 'numbers'],
    ['.5', 'numbers'],
    ['-1.50', 'numbers'],
    ['+2.5e-3', 'numbers'],
    ['1e5', 'numbers'],
    ['a 1.5', 'numbers'],
    ['1\n\n0.5', 'numbers'],
    ['15', 'lines'],
    ['v1.5', 'lines'],
    ['1.5.2', 'lines'],
    ['1.5,2', 'lines'],
    ['.', 'lines'],
    ['e5', 'lines'],
  ])('is by numbers where a word of one is a fraction, else by lines: %j', async (output, kind) => {
    const { problem } = await scriptOf({ ...apps, test_list: [pair('1', '1'), pair('2', output)] });
    expect(problem.rule).toEqual({ kind });
  });

  it('is by numbers also where a fraction is shown alone', async () => {
    const { problem } = await scriptOf({ ...apps, sample_io: [pair('1', '0.5')] });
    expect(problem.rule).toEqual({ kind: 'numbers' });
  });

  it('is as the row says it where it does', async () => {
    const row = { ...apps, sample_io: [pair('1', '0.5')], checker: 'tokens' };
    expect((await scriptOf(row)).problem.rule).toEqual({ kind: 'tokens' });
  });
});

describe('the texts of a whole program', () => {
  it('have the line ends of this system, as one text or as lines', async () => {
    const { hidden } = await scriptOf({
      ...apps,
      test_list: [pair('1\r\n2', 'a\r\nb'), pair(['1', '2\r\n3'], 'a', 'b\r\nc')],
    });
    expect(hidden.tests).toEqual([
      { stdin: '1\n2', stdout: 'a\nb' },
      { stdin: '1\n2\n3', stdout: 'a\nb\nc' },
    ]);
  });

  it('are as long as can be compared, in bytes', async () => {
    const most = 'x'.repeat(keptOutputBytes);
    const { hidden } = await scriptOf({ ...apps, test_list: [pair('1', most)] });
    expect(hidden.tests[0]?.stdout).toHaveLength(keptOutputBytes);
    for (const output of [`${most}x`, 'é'.repeat(keptOutputBytes / 2 + 1)]) {
      expect(await refusalOf([{ ...apps, test_list: [pair('1', output)] }])).toContain(
        `expects more output than can be compared (${String(keptOutputBytes)} bytes)`,
      );
    }
  });

  it('that are too long are left out where a form allows it, shown or hidden, and the hidden ones counted', async () => {
    const long = pair('2', 'x'.repeat(keptOutputBytes + 1));
    const row = { ...contest, sample_io: [long], test_list: [long, pair('1', '1'), long] };
    const { rows, leftOut } = await loadRows([row]);
    expect(rows[0]?.problem.visibleTests).toEqual([]);
    expect(leftOut).toEqual([{ problem: '1_A. One', leftOut: 2, kept: 1 }]);
    expect((await loadRows([contest])).leftOut).toEqual([]);
  });

  it('are refused by test where an input is neither a text nor lines, and say what fn_name is', async () => {
    const odd = { ...apps, test_list: [pair('1', '1'), pair(['1', 2], '1')] };
    const said = await refusalOf([odd]);
    expect(said).toContain('line 1, field "test_list.1": has an input that is neither');
    expect(said).toContain('fn_name is absent: a whole program is asked for | Give what');
    expect(await refusalOf([{ ...odd, fn_name: null }])).toContain('fn_name is null');
  });
});

describe('a function that is called', () => {
  const called = {
    ...apps,
    fn_name: 'add',
    sample_io: [pair([1, 'a'], 3)],
    test_list: [pair([1, 2], 3)],
  };

  it('has its arguments from a list, or from the lines of a text, blank ones aside', async () => {
    const row = {
      ...called,
      sample_io: [pair('1\n \n[2]\n', 3)],
      test_list: [pair([], 0), pair('(1,)\n{2}', 3)],
    };
    const { problem, hidden } = await functionOf(row);
    expect(problem.visibleTests).toEqual(['assert add(1, [2]) == 3']);
    expect(hidden.test).toBe('assert add() == 0\nassert add((1,), {2}) == 3\n');
  });

  it.each([[null], [7], ['f(1)'], ['1\nopen(2)']])(
    'is refused by test with the input %j',
    async (input) => {
      const said = await refusalOf([{ ...called, test_list: [pair([1], 1), pair(input, 1)] }]);
      expect(said).toContain('line 1, field "test_list.1": has an input that is no list of arg');
      expect(said).toContain('leave fn_name out');
    },
  );

  it('has no rule of its own: a row that gives one is refused', async () => {
    expect(await refusalOf([{ ...called, checker: 'tokens' }])).toContain('field "checker"');
  });

  it('has the statement alone without a starter', async () => {
    const { problem } = await functionOf(called);
    expect(problem).toMatchObject({ statement: 'Print it.', preamble: '', entryPoint: 'add' });
  });

  it('has its starter and how its method is called in the statement', async () => {
    const row = {
      ...{ problem_id: 7, question: 'Add.', solutions: '', difficulty: 'x', url: '' },
      input_output: JSON.stringify({ fn_name: 'add', inputs: [[1]], outputs: [2] }),
      starter_code: '\nclass Solution:\n    def add(self, a):\n',
    };
    const { problem } = await functionOf(row);
    expect(problem.statement).toBe(
      'Add.\n\nclass Solution:\n    def add(self, a):\n\nTests call `add(...)`, which is `Solution().add(...)`.\n',
    );
    expect(problem.className).toBe('Solution');
    expect(problem.preamble).toContain('def add(*args):\n    return Solution().add(*args)\n');
  });
});

describe('the bridge to a method', () => {
  it('is there only where a line of the starter begins the class', () => {
    expect(methodBridge('def f(a):\n', 'f')).toBeNull();
    expect(methodBridge('# class Solution\ndef f(a):\n', 'f')).toBeNull();
    expect(methodBridge('class Solutions:\n', 'f')).toBeNull();
    expect(methodBridge('import x\nclass Solution(object):\n', 'f')?.className).toBe('Solution');
  });

  it('has the modules that LeetCode has', () => {
    const { preamble = '' } = methodBridge('class Solution:\n', 'f') ?? {};
    for (const name of ['typing', 'collections', 'heapq', 'bisect', 'itertools', 'functools']) {
      expect(preamble).toContain(`from ${name} import *\n`);
    }
    expect(preamble).toContain('import math\n');
  });
});
