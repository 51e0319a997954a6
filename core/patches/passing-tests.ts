import type { TaskTestsRun } from '../adapters/sandbox';
import type { LogParserName } from '../names/log-parser-names';
import type { PreparedTests } from '../schemas/prepared-task';
import { fileStatuses } from './logs/file-statuses';
import { plural } from '../words/plural';

/**
 * The tests of each file that passed before any change, and what is left out.
 * @param paths of the test files that ran
 * @param run of all of them; null: there was none
 * @param others number of test files that were near, too, and did not run
 * @param parser of the log of a runner without a reporter
 */
export function passingTests(
  paths: readonly string[],
  run: Pick<TaskTestsRun, 'statuses' | 'covers' | 'timedOut' | 'log'> | null,
  { others, parser }: { readonly others: number; readonly parser: LogParserName },
): PreparedTests {
  const leftOut =
    others > 0 ? [`${plural(others, 'file')} of tests that are less near did not run.`] : [];
  if (run === null) return { tests: [], leftOut };
  if (run.timedOut)
    leftOut.push('The tests were ended at their time limit; later ones are left out.');
  const read = run.statuses === null ? { parser } : {};
  const statusesOf = statusesByFile(run, parser);
  const tests: PreparedTests['tests'] = [];
  for (const path of paths) {
    const ended = statusesOf(path);
    const passed = ended.flatMap(([test, status]) => (status === 'PASSED' ? [test] : []));
    const failed = ended.length - passed.length;
    if (failed > 0)
      leftOut.push(`${String(failed)} tests of ${path} do not pass before any change.`);
    if (passed.length === 0) {
      if (failed === 0) leftOut.push(`No test of ${path} ran.`);
      continue;
    }
    const covers = (run.covers?.[path] ?? []).toSorted();
    tests.push({ kind: 'regression', path, tests: passed.toSorted(), covers, ...read });
  }
  return { tests, leftOut };
}

type Ended = readonly (readonly [test: string, status: string])[];

/** What the reporter said, or else the log. */
function statusesByFile(
  { statuses, log }: Pick<TaskTestsRun, 'statuses' | 'log'>,
  parser: LogParserName,
): (path: string) => Ended {
  if (statuses === null) return (path) => [...fileStatuses(log, parser, path)];
  const byFile = new Map<string, [string, string][]>();
  for (const one of Object.entries(statuses)) {
    const path = one[0].split('::')[0] ?? '';
    const of = byFile.get(path) ?? [];
    of.push(one);
    byFile.set(path, of);
  }
  return (path) => byFile.get(path) ?? [];
}
