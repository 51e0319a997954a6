import type { GradedSample } from '../../core/evaluation/graded-sample';
import type { TestOutcome } from '../../core/schemas/verdict';

/** A sample with a verdict. */
export interface ScoredSample extends Omit<GradedSample, 'grade'> {
  readonly outcomes: readonly TestOutcome[];
}

/** A sample that no result file counts, neither as passed nor as failed. */
export interface UnscoredSample {
  readonly task_id: string;
  /** Its place among the samples of its problem, from 0. */
  readonly sample: number;
  readonly cause: string;
}

export interface ProblemSamples {
  readonly scored: readonly ScoredSample[];
  readonly unscored: readonly UnscoredSample[];
}

/** Problems in the order of their first sample, samples in their own. */
export function samplesByProblem(
  samples: readonly GradedSample[],
): ReadonlyMap<string, ProblemSamples> {
  const problems = new Map<string, { scored: ScoredSample[]; unscored: UnscoredSample[] }>();
  for (const { sample, program, grade } of samples) {
    const { problem } = sample;
    const of = problems.get(problem) ?? { scored: [], unscored: [] };
    problems.set(problem, of);
    if (grade.kind === 'graded') of.scored.push({ sample, program, outcomes: grade.outcomes });
    else of.unscored.push({ task_id: problem, sample: sample.sample, cause: grade.cause });
  }
  return problems;
}
