import { BenchmarkIndex } from '../../../core/code-feedback/gates/benchmark-index';
import type { BenchmarkText } from '../../../core/code-feedback/gates/benchmark-index';
import { disguised, strengths } from './disguise';
import type { DisguisedProblem, PlainProblem } from './disguise';

export interface RecallFigure {
  readonly strength: (typeof strengths)[number];
  readonly problems: number;
  /** Found by their own statement, by their own program, by either. A hit on another problem does not count. */
  readonly byStatement: number;
  readonly byProgram: number;
  readonly found: number;
  readonly missed: readonly string[];
}

/** How many disguised problems of a benchmark the gate `contamination` finds, by strength. */
export function recallOf(
  benchmark: readonly BenchmarkText[],
  problems: readonly PlainProblem[],
): readonly RecallFigure[] {
  const index = BenchmarkIndex.of(benchmark);
  const all = disguised(problems);
  return strengths.map((strength) => {
    const looked = all
      .filter((one) => one.strength === strength)
      .map((one) => ({ id: one.id, ...lookedFor(index, one) }));
    return {
      strength,
      problems: looked.length,
      byStatement: looked.filter(({ statement }) => statement).length,
      byProgram: looked.filter(({ program }) => program).length,
      found: looked.filter(({ statement, program }) => statement || program).length,
      missed: looked.filter(({ statement, program }) => !statement && !program).map(({ id }) => id),
    };
  });
}

function lookedFor(index: BenchmarkIndex, { id, text, code }: DisguisedProblem) {
  return {
    statement: index.statementIn(text)?.id === id,
    program: index.solutionIn(code)?.id === id,
  };
}
