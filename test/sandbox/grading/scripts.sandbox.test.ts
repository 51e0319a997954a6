import type { OutputRule } from '../../../core/grading/compare-output';
import { callsTest } from '../../../core/grading/profiles/function-form';
import type { GradingProfileName } from '../../../core/names/grading-profiles';
import type { ScriptCheck } from '../../../core/grading/check';
import { CheckerBrokenError } from '../../../core/tasks/custom-checker';
import { runCheck } from '../../../core/tasks/run-check';
import { describeWithSandbox } from '../../prerequisites';
import { functionCheck, limits, useSandbox, verdictOf } from './graded';

function scriptCheck(
  program: string,
  tests: readonly (readonly [stdin: string, stdout: string])[],
  rule?: OutputRule,
): ScriptCheck {
  return {
    kind: 'script',
    task: { program, limits, seed: 0 },
    tests: tests.map(([stdin, stdout]) => ({
      stdin,
      expected: rule === undefined ? { stdout } : { stdout, rule },
    })),
    outcomes: 'one',
  };
}

describeWithSandbox('scripts under the profiles apps and codecontests', () => {
  const sandbox = useSandbox();
  const said = (
    program: string,
    tests: Parameters<typeof scriptCheck>[1],
    profile: GradingProfileName,
  ) => verdictOf(sandbox(), scriptCheck(program, tests), { profile, settings: { caseSeconds: 1 } });

  it('apps tries every test, and takes lines as sets of words', async () => {
    const program = 'n = int(input())\nif n == 3: 1 / 0\nwhile n == 4: pass\nprint(2, 1, 1)\n';
    const tests = ['1', '2', '3', '4', '5'].map((n) => [n, n === '2' ? '3 1' : '1 2'] as const);
    expect(await said(program, tests, 'apps')).toEqual({
      tool: 'apps',
      passed: false,
      codes: [true, false, -1, -1, true],
    });
    expect(await said('print(\n', [['1', '1']], 'apps')).toMatchObject({ codes: [-2] });
    expect((await said(program, [['1', '1 2']], 'strict')).passed).toBe(false);
  });

  it('apps calls a function, and takes the first item of a result for it', async () => {
    const test = callsTest('f', [
      { input: '1\n2', output: '3', published: '[3]' },
      { input: '1\n2', output: '[3]' },
      { input: '{"a": 1}\n2', output: '3' },
    ]);
    const check = functionCheck('def f(a, b): return a + b\n', test);
    const graded = { profile: 'apps', settings: {} } as const;
    expect(await verdictOf(sandbox(), check, graded)).toMatchObject({ codes: [true, true, -1] });
    const lcb = { profile: 'lcb', settings: { details: true } } as const;
    expect(await verdictOf(sandbox(), check, lcb)).toMatchObject({ codes: [true, false, -4] });
  });

  it('codecontests compares words in any capitals and numbers to 1e-5', async () => {
    const program = 'print("YES 0.333333")\n';
    expect((await said(program, [['', 'yes\n0.3333333']], 'codecontests')).passed).toBe(true);
    expect((await said(program, [['', 'yes\n0.33335']], 'codecontests')).passed).toBe(false);
    expect((await said(program, [['', 'yes\n0.3333333']], 'strict')).passed).toBe(false);
  });

  it('refuses functions where a tool has scripts alone', async () => {
    const check = functionCheck('def f(): pass\n', 'f()');
    const graded = { profile: 'codecontests', settings: {} } as const;
    await expect(verdictOf(sandbox(), check, graded)).rejects.toThrow('does not grade a function');
  });
});

describeWithSandbox('a checker of the data set’s', () => {
  const sandbox = useSandbox();
  // Any pair with the right sum.
  const checker = `import json, sys
asked = json.load(sys.stdin)
if sum(map(int, asked["output"].split())) == int(asked["input"]):
    sys.exit(42)
print("not", asked["expected"])
sys.exit(43)
`;
  const run = (program: string, by = checker) =>
    runCheck(sandbox(), scriptCheck(program, [['7\n', '3 4\n']], { kind: 'custom', program: by }));

  it('decides what is right', async () => {
    expect(await run('print(1, 6)\n')).toMatchObject({ outcomes: [{ kind: 'passed' }] });
    expect(await run('print(1, 7)\n')).toMatchObject({
      outcomes: [{ kind: 'failed', error: 'not 3 4', actual: '1 7\n' }],
    });
  });

  it('is not asked about a program that did not end well', async () => {
    expect(await run('print(1, 6); 1 / 0\n')).toMatchObject({ outcomes: [{ kind: 'raised' }] });
  });

  it.each(['import os; os._exit(3)\n', '1 / 0\n', 'print(\n', 'import sys; sys.exit(0)\n'])(
    'that breaks gives no verdict: %j',
    async (broken) => {
      await expect(run('print(1, 6)\n', broken)).rejects.toThrow(CheckerBrokenError);
    },
  );

  it('that breaks on an output alone finds it wrong: nobody leaves the score that way', async () => {
    expect(await run('print("x" * 1000)\n')).toMatchObject({
      outcomes: [{ kind: 'failed', error: expect.stringContaining('comes to no end') as string }],
    });
  });

  it('finds nothing of the program’s: neither file nor process outlives it', async () => {
    const leaves = 'open("/tmp/left", "w").write("0")\nprint(1, 7)\n';
    const looks = 'import os, sys\nsys.exit(42 if os.path.exists("/tmp/left") else 43)\n';
    expect(await run(leaves, looks)).toMatchObject({ outcomes: [{ kind: 'failed' }] });
  });
});
