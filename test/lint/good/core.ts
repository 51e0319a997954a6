// place: core/search/good.ts
import { canonicalJson } from '../values/canonical-json';
import type { Problem } from '../tasks/problem';

export const describe = (problem: Problem, at: number): string =>
  canonicalJson({ id: problem.id, at: new Date(at).toISOString() });
