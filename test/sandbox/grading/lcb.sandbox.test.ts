import type { ToolVerdict } from '../../../core/grading/profiles/profile';
import { callsTest } from '../../../core/grading/profiles/function-form';
import type { GradingProfileName } from '../../../core/names/grading-profiles';
import type { ScriptCheck } from '../../../core/grading/check';
import { describeWithSandbox } from '../../prerequisites';
import { functionCheck, limits, useSandbox, verdictOf } from './graded';

type Pair = readonly [stdin: string, stdout: string];

function scriptCheck(program: string, pairs: readonly Pair[]): ScriptCheck {
  const tests = pairs.map(([stdin, stdout]) => ({ stdin, expected: { stdout } }));
  return { kind: 'script', task: { program, limits, seed: 0 }, tests, outcomes: 'one' };
}

const codesOf = (verdict: ToolVerdict): unknown => ('codes' in verdict ? verdict.codes : verdict);

describeWithSandbox('profile lcb: a script’s codes, at data', () => {
  const sandbox = useSandbox();
  const said = async (
    program: string,
    pairs: readonly Pair[],
    profile: GradingProfileName = 'lcb',
  ): Promise<ToolVerdict> => {
    const settings = { caseSeconds: 2 };
    return verdictOf(sandbox(), scriptCheck(program, pairs), { profile, settings });
  };
  const prints = (text: string): string => `print(${JSON.stringify(text)}, end="")\n`;

  // Specification, appendix A.4: outputs.
  it.each([
    ['leading and trailing blanks', '\n  1 2 \n\n', '1 2\n', [true]],
    ['0.5 for 0.50', '0.5', '0.50', [true]],
    ['"1.0" for 1', '1.0', '1', [true]],
    ['"1  2" for "1 2"', '1  2', '1 2', [true]],
    ['"Yes" for "YES"', 'Yes', 'YES', [-2]],
    ['0.333333 for 0.333333333333', '0.333333', '0.333333333333', [-2]],
    ['"a  b" for "a b"', 'a  b', 'a b', [-2]],
    ['an extra blank line', '1\n\n2', '1\n2', [-2]],
    ['a missing blank line', '1\n2', '1\n\n2', [-2]],
  ])('%s', async (_, printed, expected, codes) => {
    expect(codesOf(await said(prints(printed), [['', expected]]))).toEqual(codes);
  });

  /** Reads two numbers, one a line, and prints their sum. */
  const sum: Pair = ['1\n2\n', '3\n'];
  const right = 'print(int(input()) + int(input()))\n';

  it.each([
    ['exit() after printing', `${right}exit()\n`],
    ['sys.exit(0) after printing', `import sys\n${right}sys.exit(0)\n`],
    ['stdin.read', 'import sys\nprint(sum(map(int, sys.stdin.read().split())))\n'],
    ['stdin.buffer.read', 'import sys\nprint(sum(map(int, sys.stdin.buffer.read().split())))\n'],
    ['sys.stdout.write', 'import sys\nsys.stdout.write(str(int(input()) + int(input())))\n'],
    ['a usual main guard', `def main():\n    ${right}\nif __name__ == '__main__':\n    main()\n`],
  ])('%s is right here and by our own rules', async (_, program) => {
    expect(codesOf(await said(program, [sum]))).toEqual([true]);
    expect((await said(program, [sum], 'strict')).passed).toBe(true);
  });

  it.each([
    [
      'another main guard',
      `def main():\n    ${right}\nif "__main__" == __name__:\n    main()\n`,
      [-2],
    ],
    [
      'a global that a function sets',
      'x = 0\ndef solve():\n    global x\n    x = int(input()) + int(input())\nsolve()\nprint(x)\n',
      [-2],
    ],
    ['open(0)', 'print(sum(map(int, open(0).read().split())))\n', [-2]],
    [
      'two buffer.readline()',
      'import sys\nread = sys.stdin.buffer.readline\nprint(int(read()) + int(read()))\n',
      [-2],
    ],
    ['for line in sys.stdin', 'import sys\nprint(sum(int(line) for line in sys.stdin))\n', [-4]],
    [
      'sys.stdout.buffer.write',
      'import sys\nsys.stdout.buffer.write(b"%d" % (int(input()) + int(input())))\n',
      [-4],
    ],
  ])('%s fails there, as in the tool, and is right by our own rules', async (_, program, codes) => {
    expect(codesOf(await said(program, [sum]))).toEqual(codes);
    expect((await said(program, [sum], 'strict')).passed).toBe(true);
  });

  it.each([
    ['an endless loop', 'while True: pass\n', [-3]],
    ['1/0', 'print(1 / 0)\n', [-4]],
    ['a syntax error', 'print(\n', [-4]],
    ['os._exit', 'import os\nprint(3, flush=True)\nos._exit(0)\n', null],
  ])('%s', async (_, program, codes) => {
    expect(codesOf(await said(program, [sum]))).toEqual(codes);
  });

  it('ends at the first test that is not passed', async () => {
    const wrong: Pair = ['1\n1\n', '3\n'];
    expect(codesOf(await said(right, [sum, wrong, sum]))).toEqual([true, -2]);
  });

  it('cannot be shown what the program was given by what the tool leaves at descriptor 0', async () => {
    const program = 'import os\nprint(len(os.read(0, 100)))\n';
    expect(codesOf(await said(program, [['1\n2\n', '0\n']]))).toEqual([true]);
  });
});

describeWithSandbox('profile lcb: a function’s codes, at data', () => {
  const sandbox = useSandbox();
  const said = async (
    program: string,
    cases: readonly (readonly [string, string])[],
  ): Promise<unknown> => {
    const test = callsTest(
      'f',
      cases.map(([input, output]) => ({ input, output })),
    );
    const settings = { caseSeconds: 2 };
    const check = functionCheck(program, test);
    return codesOf(await verdictOf(sandbox(), check, { profile: 'lcb', settings }));
  };
  const method = (value: string): string =>
    `class Solution:\n    def f(self, n: List[int]):\n        ${value}\n`;

  it.each([
    ['a tuple for a list', 'return (1, 2)', '[1, 2]', [true]],
    ['a nested tuple', 'return [(1, 2)]', '[[1, 2]]', [false]],
    ['0.333331 for 0.33333', 'return 0.333331', '0.33333', [false]],
    ['1 for true', 'return 1', 'true', [true]],
    ['a loop', 'while True: pass', '1', [-3]],
    ['an exception', 'return 1 / 0', '1', [-4]],
    ['os._exit', 'import os; os._exit(0)', '1', null],
  ])('%s', async (_, value, output, codes) => {
    expect(await said(method(value), [['[1]', output]])).toEqual(codes);
  });

  it.each([
    ['a missing method', 'class Solution:\n    def g(self, n): return 1\n', [-4]],
    ['no Python', 'class Solution:\n    def f(self, n: return 1\n', [-4]],
    ['a function of the module', 'def f(n): return sum(n)\n', [true, false]],
  ])('%s', async (_, program, codes) => {
    expect(
      await said(program, [
        ['[1]', '1'],
        ['[1]', '2'],
      ]),
    ).toEqual(codes);
  });

  it('takes no tests for passed, and says so', async () => {
    expect(await said(method('return 1'), [])).toEqual([]);
  });

  it('reads several arguments, one a line', async () => {
    expect(await said('def f(a, b): return a * b\n', [['2\n"ab"', '"abab"']])).toEqual([true]);
  });
});
