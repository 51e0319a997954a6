import type { RowStep } from '../kinds/dataset/schema';
import type { BlockEnd } from '../schemas/dialogue';
import type { RowPlan } from './method';
import { nextStep } from './next-step';

/** A recorded execution of a row, with what it takes to repeat it. */
export type RecordedExecution = {
  /** Place of the step, from 0. */
  readonly place: number;
  /** sha256 */
  readonly program: string;
} & (
  | {
      readonly step: Extract<RowStep, { kind: 'ran' }>;
      /** sha256 of the programs that ran in the session before, in order. */
      readonly before: readonly string[];
    }
  | {
      readonly step: Extract<RowStep, { kind: 'tested' }>;
      /** Whose tests: 0 is the problem of the row, others are those of its partners. */
      readonly of: number;
    }
);

/**
 * Whether a program that ended so is part of the session of its row. What a stopped program left behind depends on where it was
 * stopped, so the next one does not see it.
 */
export function staysInSession(end: BlockEnd): boolean {
  return end === 'finished' || end === 'raised';
}

/** The executions of a row, in order. Which tests a program was run with follows from the plan of the row. */
export function recordedExecutions(
  plan: RowPlan,
  steps: readonly RowStep[],
): readonly RecordedExecution[] {
  return steps.flatMap((step, place): readonly RecordedExecution[] => {
    if (step.kind === 'asked') return [];
    const { program } = step;
    const done = steps.slice(0, place);
    if (step.kind === 'ran') return [{ place, program, step, before: sessionPrograms(done) }];
    const next = nextStep(plan, done);
    return [{ place, program, step, of: next.kind === 'test' ? next.of : 0 }];
  });
}

function sessionPrograms(done: readonly RowStep[]): readonly string[] {
  return done.flatMap((step) =>
    step.kind === 'ran' && staysInSession(step.end) ? [step.program] : [],
  );
}
