import { assertNever } from '../values/assert-never';
import type { Problem } from './problem';
import type { DroppedTest, ShownTests } from '../schemas/shown-tests';
import { notDataDetail } from '../schemas/verdict';
import type { TestOutcome } from '../schemas/verdict';
import { referenceTrouble } from './reference-trouble';

/** Letters of a test that are kept to name it. */
const mostLetters = 200;

/**
 * Tests that a reference fails. Those stay where a limit of the machine, or a value that cannot cross at this level, ended it.
 * @param outcomes of the visible tests, in order
 */
export function failedTests(
  problem: Problem,
  outcomes: readonly TestOutcome[],
): readonly DroppedTest[] {
  return problem.visibleTests.flatMap((_test, place) => {
    const outcome = outcomes[place];
    if (outcome === undefined || outcome.kind === 'passed') return [];
    if (referenceTrouble(outcome) === 'stopped' || outcome.detail === notDataDetail) return [];
    return [{ place, test: nameOf(problem, place), became: outcome.kind }];
  });
}

/** A problem as everybody in a run is shown it. */
export function asShown(problem: Problem, { dropped }: Pick<ShownTests, 'dropped'>): Problem {
  if (dropped.length === 0) return problem;
  const places = new Set(dropped.map(({ place }) => place));
  const kept = <Test>(tests: readonly Test[]): Test[] =>
    tests.filter((_test, place) => !places.has(place));
  switch (problem.kind) {
    case 'function':
      return { ...problem, visibleTests: kept(problem.visibleTests) };
    case 'script':
      return { ...problem, visibleTests: kept(problem.visibleTests) };
    case 'harness':
      return { ...problem, visibleTests: kept(problem.visibleTests) };
    case 'patch':
      return { ...problem, visibleTests: kept(problem.visibleTests) };
    default:
      return assertNever(problem);
  }
}

function nameOf(problem: Problem, place: number): string {
  if (problem.kind !== 'function') return `example ${String(place + 1)}`;
  const letters = [...(problem.visibleTests[place] ?? '')];
  return letters.length <= mostLetters
    ? letters.join('')
    : `${letters.slice(0, mostLetters).join('')}…`;
}
