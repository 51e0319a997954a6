import type { Prepared } from '../../../core/ports/search';
import { preparationOf } from '../../../core/patches/preparation';
import { nearestTests } from '../../../core/patches/retrieval/nearest-tests';
import { passingTests } from '../../../core/patches/passing-tests';
import { logParserName } from '../../../core/patches/logs/log-parsers';
import type { DurableContext } from '../../work/durable';
import type { AgentContext } from '../agent-context';
import type { PreparedProblem } from './locate-places';
import { runOnBase } from './run-on-base';
import type { TaskRepository } from './task-repository';

const minuteMs = 60_000;

/**
 * Tests of the repository that pass twice before any change, of the files nearest to the located places: what is left out is told. It is done
 * once for a problem, and kept.
 */
export async function runRegression(
  { dependencies, contexts: { prepared } }: AgentContext,
  repository: TaskRepository,
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
  const files = [...repository.outline.values()];
  const nearest = nearestTests(located, files);
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
  const ranOf = async (ran: readonly string[], coverage: { readonly coverage?: true }) => {
    const tests = ran.map((path) => ({
      ...{ kind: 'regression' as const, path, tests: ['all'], covers: [] },
    }));
    const { runs } = await runOnBase(dependencies, problem, { tests, wallMs, ...coverage }, signal);
    return runs.flatMap((run) => (run === null ? [] : [run])).slice(0, 1);
  };
  const once = await ranOf(paths, { coverage: true });
  const { tests } = passingTests(paths, once, given);
  const passed = paths.filter((path) => tests.some((test) => 'path' in test && test.path === path));
  const twice = passed.length === 0 ? [] : await ranOf(passed, {});
  await prepared.keep(attempt, 'regression', passingTests(paths, [...once, ...twice], given));
  return done;
}
