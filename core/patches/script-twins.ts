import type { TaskTestsRun } from '../adapters/sandbox';
import type { PatchCheck } from '../grading/check';
import { logParser } from './logs/log-parsers';
import { isPass } from './logs/test-status';

type Rewritten = NonNullable<TaskTestsRun['twin']>['rewritten'];

/** `test_a` of sympy; `test_a (m.tests.Case)`, since Python 3.11 `test_a (m.tests.Case.test_a)`, of unittest. */
const named = /^(\w+)(?: \(([\w.]+)\))?$/;
/** Sentences that are told. */
const mostTold = 10;

/**
 * Tests that were made to fail and did not, by the log of a runner without a reporter: those that pass in it, and those that decide, passed as
 * they are and have not failed in it. The official parser reads both logs. A test that is named by its docstring loses it in its twin, and so
 * counts only if its twin passes.
 */
export function unfailedTwins(
  { gold, parser }: NonNullable<PatchCheck['judged']>,
  { log, twin }: TaskTestsRun,
): readonly string[] {
  if (twin === undefined) return [];
  const [told, ofTwins] = [logParser(parser)(log), logParser(parser)(twin.log)];
  const decide = [...gold.failToPass, ...gold.passToPass].filter((test) => isPass(told.get(test)));
  const passed = [...ofTwins.keys()].filter((test) => isPass(ofTwins.get(test)));
  return [...new Set([...decide, ...passed])]
    .filter((test) => isRewritten(test, twin.rewritten) && !hasFailed(ofTwins.get(test)))
    .slice(0, mostTold)
    .map((test) => `${test}: its twin must fail, and ended as ${ofTwins.get(test) ?? 'nothing'}`);
}

function hasFailed(status: string | undefined): boolean {
  return status === 'FAILED' || status === 'ERROR';
}

/** sympy names no files. unittest names modules, from a folder of tests. */
function isRewritten(test: string, rewritten: Rewritten): boolean {
  const [, name = '', place] = named.exec(test) ?? [];
  if (place === undefined) return Object.values(rewritten).some((names) => names.includes(name));
  const parts = place.split('.');
  if (parts.at(-1) === name) parts.pop();
  const method = `${parts.pop() ?? ''}.${name}`;
  const module = `.${parts.join('.')}`;
  return Object.entries(rewritten).some(
    ([path, names]) =>
      names.includes(method) && `.${path.slice(0, -3).replaceAll('/', '.')}`.endsWith(module),
  );
}
