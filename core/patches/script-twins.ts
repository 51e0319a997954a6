import type { TaskTestsRun } from '../adapters/sandbox';
import type { PatchCheck } from '../grading/check';
import { logParser } from './logs/log-parsers';
import { isPass } from './logs/test-status';

/** `test_a` of sympy; `test_a (m.tests.Case)`, as of Python 3.11 `test_a (m.tests.Case.test_a)`, of unittest. */
const named = /^(\w+)(?: \(([\w.]+)\))?$/;

/**
 * Tests that decide and passed, and whose twins are not told to have failed, by the log of a runner without a reporter. Both logs are
 * read by the official parser. A test that its log calls by its docstring has no twin here.
 */
export function unfailedTwins(
  { gold, parser }: NonNullable<PatchCheck['judged']>,
  { log, twin }: TaskTestsRun,
): readonly string[] {
  if (twin === undefined) return [];
  const rewritten = new Set(twin.rewritten);
  const [told, ofTwins] = [logParser(parser)(log), logParser(parser)(twin.log)];
  return [...gold.failToPass, ...gold.passToPass].flatMap((test) => {
    const status = ofTwins.get(test) ?? 'nothing';
    const isWitnessed = isPass(told.get(test)) && rewritten.has(nameOf(test) ?? '');
    const hasFailed = status === 'FAILED' || status === 'ERROR';
    return isWitnessed && !hasFailed ? [`${test}: its twin must fail, and ended as ${status}`] : [];
  });
}

/** As twins are named: `test_a`, `Case.test_a`. null: it is a docstring. */
function nameOf(test: string): string | null {
  const [, name = '', place] = named.exec(test) ?? [];
  if (place === undefined) return name === '' ? null : name;
  const parts = place.split('.');
  if (parts.at(-1) === name) parts.pop();
  return `${parts.at(-1) ?? ''}.${name}`;
}
