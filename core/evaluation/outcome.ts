import type { EvaluationOutcome } from '../schemas/evaluation';

/** Of a sample that was never graded. */
export const noEvaluation: EvaluationOutcome = { kind: 'evaluation', program: null };
