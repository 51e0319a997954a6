// place: lab/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: lab/ loads llm, sandbox, repositories, workers with import()
import { thing } from '../repositories/index';
export const used: unknown = thing;
