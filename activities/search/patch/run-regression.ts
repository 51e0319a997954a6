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
 * Tests of the repository that pass before any change, of the files nearest to the located places: what is left out is told. The first run
 * of a problem is kept.
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
  const [first] = paths;
  if (first === undefined) {
    const leftOut = ['No test file of the repository is near the located files.'];
    await prepared.keep(attempt, 'regression', { tests: [], leftOut });
    return done;
  }
  const tests = paths.map((path) => ({
    ...{ kind: 'regression' as const, path, tests: ['all'], covers: [] },
  }));
  const wallMs = regressionMinutes * minuteMs;
  const run = await runOnBase(dependencies, problem, { tests, wallMs, coverage: true }, signal);
  const { repository: name } = problem.source;
  const parser = problem.logParser ?? logParserName({ repository: name }) ?? 'pytest';
  const ran = run.runs.find((one) => one !== null) ?? null;
  await prepared.keep(
    attempt,
    'regression',
    passingTests(paths, ran, { others: nearest.length - paths.length, parser }),
  );
  return done;
}
