import { createSingleProgram } from './direct';

/** Chain of thought: one solution, after reasoning about it first (CodeTree §4.1, baselines). */
export const cot = createSingleProgram('cot', 'reason-first');
