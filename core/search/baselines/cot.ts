import { createSingleProgram } from './direct';

/** Chain of thought: one solution after reasoning (CodeTree §4.1, baselines). */
export const cot = createSingleProgram('cot', 'reason-first');
