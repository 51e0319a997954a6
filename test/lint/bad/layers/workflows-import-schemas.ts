// place: workflows/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: Schemas and tasks are types only here
import { RunConfig } from '../core/schemas/run';
export const used: unknown = RunConfig;
