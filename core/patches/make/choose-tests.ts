import { isPass } from '../logs/test-status';
import type { TestStatuses } from '../logs/test-status';

/** Runs of the tests of a task, by test id: k times without the change, k times with it. */
export interface MeasuredRuns {
  readonly before: readonly TestStatuses[];
  readonly after: readonly TestStatuses[];
}

export interface ChosenTests {
  /** Not passed before in any run, passed after in every run. */
  readonly failToPass: readonly string[];
  /** Passed in every run of both. */
  readonly passToPass: readonly string[];
  /** Passed in some runs of one side and not in others. */
  readonly flaky: readonly string[];
}

/**
 * The two lists of a task (SWE-bench, validation of instances): only tests whose result is the same in every run of a side. A test
 * of before that the change removes, or breaks, is in neither.
 */
export function chooseTests({ before, after }: MeasuredRuns): ChosenTests {
  const names = new Set([...before, ...after].flatMap((statuses) => [...statuses.keys()]));
  const failToPass: string[] = [];
  const passToPass: string[] = [];
  const flaky: string[] = [];
  for (const name of [...names].sort()) {
    const [first, second] = [before, after].map((runs) => passes(runs, name));
    if (first === 'some' || second === 'some') flaky.push(name);
    else if (second === 'all') (first === 'all' ? passToPass : failToPass).push(name);
  }
  return { failToPass, passToPass, flaky };
}

function passes(runs: readonly TestStatuses[], name: string): 'all' | 'none' | 'some' {
  const passed = runs.filter((run) => isPass(run.get(name))).length;
  if (passed === runs.length) return 'all';
  return passed === 0 ? 'none' : 'some';
}
