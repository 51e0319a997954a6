import type { TaskTestsRun } from '../adapters/sandbox';
import type { PreparedTests } from '../schemas/prepared-task';

/**
 * The tests of each file that passed before any change, and what is left out.
 * @param paths of the test files that ran
 * @param run of all of them; null: there was none
 * @param others number of test files that were near, too, and did not run
 */
export function passingTests(
  paths: readonly string[],
  run: Pick<TaskTestsRun, 'statuses' | 'covers' | 'timedOut'> | null,
  others: number,
): PreparedTests {
  const leftOut =
    others > 0 ? [`${filesWord(others)} of tests that are less near did not run.`] : [];
  const statuses = run?.statuses ?? null;
  if (run === null || statuses === null) {
    leftOut.push('The runner of tests reports no single tests.');
    return { tests: [], leftOut };
  }
  if (run.timedOut)
    leftOut.push('The tests were ended at their time limit; later ones are left out.');
  const byFile = new Map<string, { passed: string[]; others: number }>();
  for (const [test, status] of Object.entries(statuses)) {
    const path = test.split('::')[0] ?? test;
    const of = byFile.get(path) ?? { passed: [], others: 0 };
    if (status === 'PASSED') of.passed.push(test);
    else of.others += 1;
    byFile.set(path, of);
  }
  const tests: PreparedTests['tests'] = [];
  for (const path of paths) {
    const { passed = [], others: failed = 0 } = byFile.get(path) ?? {};
    if (failed > 0)
      leftOut.push(`${String(failed)} tests of ${path} do not pass before any change.`);
    if (passed.length === 0) {
      if (failed === 0) leftOut.push(`No test of ${path} ran.`);
      continue;
    }
    const covers = (run.covers?.[path] ?? []).toSorted();
    tests.push({ kind: 'regression', path, tests: passed.toSorted(), covers });
  }
  return { tests, leftOut };
}

function filesWord(count: number): string {
  return count === 1 ? '1 file' : `${String(count)} files`;
}
