import type { GradedSample } from '../../../core/evaluation/graded-sample';
import type { Sample } from '../../../core/evaluation/sample';
import type { TestOutcome } from '../../../core/schemas/verdict';

export function outcome(more: Partial<TestOutcome> = {}): TestOutcome {
  return { kind: 'passed', assurance: 'data', cpuMs: 1, timeSensitive: false, ...more };
}

/** A sample by its problem, and what became of it: an outcome per suite, or why there is none. */
export function graded(
  problem: string,
  grade: readonly TestOutcome[] | string,
  more: Partial<Sample> = {},
): GradedSample {
  const sample = {
    problem,
    sample: 0,
    form: 'solution',
    text: 'x = 1',
    row: null,
    ...more,
  } as const;
  return {
    sample,
    program: `# run\n${sample.text}`,
    grade:
      typeof grade === 'string'
        ? { kind: 'unscored', cause: grade }
        : { kind: 'graded', outcomes: grade },
  };
}
