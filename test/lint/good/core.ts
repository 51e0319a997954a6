// place: core/search/good.ts
import { canonicalJson } from '../canonical-json';
import type { Problem } from '../schemas/problem';

export const describe = (problem: Problem, at: number): string =>
  canonicalJson({ id: problem.id, at: new Date(at).toISOString() });
