// place: core/agents/good.ts
import type { Problem } from '../tasks/problem';
import { kindOf } from '../tasks/kinds';

export const describe = (problem: Problem): string => kindOf(problem).describe(problem);
