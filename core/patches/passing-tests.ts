import type { TaskTestsRun } from '../adapters/sandbox';
import type { LogParserName } from '../names/log-parser-names';
import type { PreparedTests } from '../schemas/prepared-task';
import { plural } from '../words/plural';
import { fileStatuses } from './logs/file-statuses';
import type { TestStatuses } from './logs/test-status';

/**
 * The tests of each file that passed in every run before any change, and what is left out. A test that passes in only some runs is left out,
 * because it would count as broken by patches that do not touch it; so is a test whose id holds the time of day.
 * @param paths of the test files that ran
 * @param runs of them; later runs may hold only files with a test that passed. Empty: there was none
 * @param others number of test files that were near, too, and did not run
 * @param parser of the log of a runner without a reporter
 */
export function passingTests(
  paths: readonly string[],
  runs: readonly Pick<TaskTestsRun, 'statuses' | 'covers' | 'timedOut' | 'stopped' | 'log'>[],
  { others, parser }: { readonly others: number; readonly parser: LogParserName },
): PreparedTests {
  const leftOut =
    others > 0 ? [`${plural(others, 'file')} of tests that are less near did not run.`] : [];
  const [first] = runs;
  if (first === undefined) return { tests: [], leftOut };
  if (runs.some(({ timedOut }) => timedOut))
    leftOut.push('The tests were ended at their time limit; later ones are left out.');
  const stopped = runs.find((run) => run.stopped !== undefined)?.stopped;
  if (stopped !== undefined)
    leftOut.push(`A limit of the box ended the tests (${stopped}); later ones are left out.`);
  const read = first.statuses === null ? { parser } : {};
  const readers = runs.map((run) => statusesByFile(run, parser));
  const tests: PreparedTests['tests'] = [];
  for (const path of paths) {
    const { steady, unsteady, failed } = bySteadiness(
      readers.map((statusesOf) => statusesOf(path)),
    );
    const file = `of ${path}`;
    if (failed > 0)
      leftOut.push(`Before any change, ${plural(failed, 'test')} ${file} did not pass.`);
    if (unsteady > 0)
      leftOut.push(`${plural(unsteady, 'test')} ${file} passed in only one of two runs.`);
    if (steady.length === 0) {
      if (failed + unsteady === 0) leftOut.push(`No test ${file} ran.`);
      continue;
    }
    const covers = (first.covers?.[path] ?? []).toSorted();
    tests.push({ kind: 'regression', path, tests: steady, covers, ...read });
  }
  return { tests, leftOut };
}

/** Tests of one file by the number of runs that they passed in: all, some, none. */
function bySteadiness(runs: readonly TestStatuses[]) {
  const steady: string[] = [];
  let unsteady = 0;
  let failed = 0;
  for (const test of new Set(runs.flatMap((statuses) => [...statuses.keys()]))) {
    const passed = runs.filter((statuses) => statuses.get(test) === 'PASSED').length;
    if (passed === runs.length) steady.push(test);
    else if (passed > 0) unsteady += 1;
    else failed += 1;
  }
  return { steady: steady.sort(), unsteady, failed };
}

/** What the reporter said, or else the log. */
function statusesByFile(
  { statuses, log }: Pick<TaskTestsRun, 'statuses' | 'log'>,
  parser: LogParserName,
): (path: string) => TestStatuses {
  if (statuses === null) return (path) => fileStatuses(log, parser, path);
  const byFile = new Map<string, Map<string, string>>();
  for (const [test, status] of Object.entries(statuses)) {
    const path = test.split('::')[0] ?? '';
    const of = byFile.get(path) ?? new Map<string, string>();
    byFile.set(path, of.set(test, status));
  }
  return (path) => byFile.get(path) ?? new Map<string, string>();
}
