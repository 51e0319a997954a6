// place: lab/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: lab/ loads llm, sandbox, repositories, workers with import()
import type { Sandbox } from '../sandbox/index';
export type Mine = Sandbox;
