import {
  callCases,
  callsTest,
  requireFunction,
  requireScript,
} from '../../../../core/grading/profiles/function-form';
import type { Check } from '../../../../core/grading/check';

const checkOf = (test: string): Check =>
  ({ kind: 'function', task: { tests: [test] } }) as unknown as Check;
const calls = callsTest('f', [{ input: '1\n"a"', output: '[2]', published: '[[2]]' }]);
const suite = 'from espalier_cases import check_cases\n';
const asserts = 'assert f(1) == 2\n';

test('the cases of a test are read as they were written, and another test has none', () => {
  expect(callCases(calls)).toEqual([{ input: '1\n"a"', output: '[2]', published: '[[2]]' }]);
  expect(calls).toMatch(/, f\)\n$/u);
  expect([callCases(asserts), callCases('')]).toEqual([[], []]);
});

test.each([
  ['suite', suite, 'suites of inputs in the form of EvalPlus'],
  ['calls', calls, 'lists of calls and results'],
  ['asserts', asserts, 'tests that are Python'],
] as const)(
  'tests of the form %s are graded only where the profile takes them',
  (form, text, words) => {
    const check = checkOf(text);
    const others = (['suite', 'calls', 'asserts'] as const).filter((one) => one !== form);
    expect(requireFunction('evalplus', check, [form])).toBe(check);
    expect(() => requireFunction('evalplus', check, others)).toThrow(
      `the grading profile evalplus does not grade ${words}`,
    );
  },
);

test('a check of another kind is refused', () => {
  const script = { kind: 'script' } as unknown as Check;
  expect(requireScript('evalplus', script)).toBe(script);
  expect(() => requireFunction('evalplus', script, ['suite'])).toThrow('does not grade a script');
  expect(() => requireScript('evalplus', checkOf(suite))).toThrow('does not grade a function');
});
