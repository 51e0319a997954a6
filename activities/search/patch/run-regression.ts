import type { Prepared } from '../../../core/ports/search';
import { preparationOf } from '../../../core/patches/preparation';
import { nearestTests } from '../../../core/patches/retrieval/nearest-tests';
import { passingTests } from '../../../core/patches/passing-tests';
import { logParserName } from '../../../core/patches/logs/log-parsers';
import type { DurableContext } from '../../work/durable';
import type { AgentContext } from '../agent-context';
import type { PreparedProblem } from './locate-places';
import type { BaseRuns } from './base-runs';
import type { TaskRepository } from './task-repository';

const minuteMs = 60_000;

/**
 * Finds the regression tests of a problem, once: tests in the files nearest to the located places that pass in two runs before any change.
 * Keeps them, and says which tests are left out and why.
 */
export async function runRegression(
  { contexts: { prepared } }: AgentContext,
  { repository, base }: { readonly repository: TaskRepository; readonly base: BaseRuns },
  { signal }: DurableContext,
  { attempt, run: { config }, problem }: PreparedProblem,
): Promise<Prepared> {
  const done: Prepared = { calls: [], neutral: [] };
  if ((await prepared.find(attempt, 'regression')) !== null) return done;
  const { regressionFiles, regressionMinutes } = preparationOf(config);
  if (regressionFiles === 0) {
    const leftOut = ['The run asks for no regression tests.'];
    await prepared.keep(attempt, 'regression', { tests: [], leftOut });
    return done;
  }
  const located = (await prepared.find(attempt, 'places'))?.files ?? [];
  const nearest = nearestTests(located, [...repository.outline.values()]);
  const paths = nearest.slice(0, regressionFiles);
  if (paths.length === 0) {
    const leftOut = ['No test file of the repository is near the located files.'];
    await prepared.keep(attempt, 'regression', { tests: [], leftOut });
    return done;
  }
  const { repository: name } = problem.source;
  const parser = problem.logParser ?? logParserName({ repository: name }) ?? 'pytest';
  const given = { others: nearest.length - paths.length, parser };
  const wallMs = regressionMinutes * minuteMs;
  // The files run together: one run, or none.
  const ranOf = async (files: readonly string[], coverage: { readonly coverage?: true }) => {
    const tests = files.map((path) => ({
      ...{ kind: 'regression' as const, path, tests: ['all'], covers: [] },
    }));
    const { runs } = await base.of(problem, { tests, wallMs, ...coverage }, signal);
    return runs.flatMap((run) => (run === null ? [] : [run])).slice(0, 1);
  };
  const once = await ranOf(paths, { coverage: true });
  const { tests } = passingTests(paths, once, given);
  const passed = tests.flatMap((test) => (test.kind === 'regression' ? [test.path] : []));
  const twice = passed.length === 0 ? [] : await ranOf(passed, {});
  await prepared.keep(attempt, 'regression', passingTests(paths, [...once, ...twice], given));
  return done;
}
