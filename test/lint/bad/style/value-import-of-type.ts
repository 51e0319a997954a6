// place: llm/bad.ts
// rule: @typescript-eslint/consistent-type-imports
// says: only used as types
import { RunConfig } from '../core/schemas/run';
export type Mine = RunConfig;
