import { describeWithSandbox } from '../../prerequisites';
import { functionCheck, useSandbox, verdictOf } from './graded';

function test(
  expected: string,
  more: { readonly entry?: string; readonly id?: string } = {},
): string {
  const { entry = 'f', id = 'HumanEval/0' } = more;
  const task = { id, entry, atol: 0, reference: `def ${entry}(n): return ${expected}\n` };
  return `from espalier_cases import check_cases\ncheck_cases(${JSON.stringify(task)}, "[[5]]", ${entry})\n`;
}

describeWithSandbox('profile evalplus-oci-2024: status and feedback, at data', () => {
  const sandbox = useSandbox();
  const said = async (program: string, on = test('1'), entryPoint = 'f'): Promise<string> => {
    const check = functionCheck(program, on, { entryPoint });
    const graded = { profile: 'evalplus-oci-2024', settings: { caseSeconds: 0.5 } } as const;
    const verdict = await verdictOf(sandbox(), check, graded);
    return 'feedback' in verdict ? `${verdict.status} / ${verdict.feedback}` : '';
  };

  // Specification, appendix A.2.
  it.each([
    [
      'a wrong value',
      'def f(n): return [n]\n',
      "failed / The results aren't as expected.\nInput: [5]\nExpected Output: 1\nActual Output: [5]",
    ],
    [
      'a syntax error',
      'def f(n)\n    return n\n',
      'failed / File "<string>", line 1\n    def f(n)\n            ^\nSyntaxError: expected \':\'',
    ],
    ['a loop in a call', 'def f(n):\n    while True: pass\n', 'failed / Execution timed out.'],
    ['a loop at import', 'while True: pass\n', 'timed out / '],
    [
      'an assertion with a message',
      'def f(x):\n    assert x>5, "x too small"\n',
      'failed / x too small',
    ],
    ['a bare assertion', 'def f(x):\n    assert x>5\n', 'failed / '],
    ['os._exit', 'import os\ndef f(n): os._exit(0)\n', 'timed out / '],
  ])('%s', async (_, program, expected) => {
    expect(await said(program)).toBe(expected);
  });

  it('an exception two frames deep has the frames of the program', async () => {
    const program = 'def g(x):\n    return x / 0\ndef f(n):\n    return g(n)\n';
    const told = await said(program);
    expect(told).toMatch(/^failed \/ File "<string>", line 4, in f\n/);
    expect(told).toMatch(/ZeroDivisionError: division by zero$/);
  });

  it('sys.exit is an exception with a traceback', async () => {
    expect(await said('import sys\ndef f(n): sys.exit(3)\n')).toMatch(
      /^failed \/ File .*SystemExit: 3$/s,
    );
  });

  it('a name that is nowhere is asked for, one that is a part of another leaks the grader', async () => {
    const absent = test('1', { entry: 'wanted' });
    expect(await said('def other(n): return 1\n', absent, 'wanted')).toMatch(
      /rename the function to wanted/,
    );
    expect(await said('def wanted2(n): return 1\n', absent, 'wanted')).toBe(
      "failed / KeyError: 'wanted'",
    );
  });

  it('a long output is cut at 500 characters, before what came', async () => {
    const told = await said('def f(n): return "b" * 2000\n', test('"a" * 2000'));
    expect(told).toHaveLength('failed / '.length + 500);
    expect(told).not.toContain('Actual');
  });

  it('500 characters that are more bytes leave no feedback', async () => {
    expect(await said('def f(n): return "é" * 600\n', test('"é" * 700'))).toBe('failed / ');
  });

  it('a right find_zero fails', async () => {
    const on = test('2', { entry: 'find_zero', id: 'HumanEval/32' });
    expect(await said('def find_zero(n): return 2\n', on, 'find_zero')).toMatch(
      /^failed \/ TypeError/,
    );
  });

  it('takes numbers of another type, and an empty list brings a tolerance', async () => {
    expect(await said('def f(n): return (1.0000001, 2.0)\n', test('[1.0, 2.0]'))).toBe(
      'success / ',
    );
    const entry = 'f';
    const reference = 'def f(n): return [[], [[1.0]]][n]\n';
    const task = JSON.stringify({ id: 'HumanEval/0', entry, atol: 0, reference });
    const on = `from espalier_cases import check_cases\ncheck_cases(${task}, "[[0], [1]]", f)\n`;
    expect(await said('def f(n): return [[], [[1.0000001]]][n]\n', on)).toBe('success / ');
  });
});
