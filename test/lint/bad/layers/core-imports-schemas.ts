// place: core/search/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: Schemas are types only outside core/schemas
import { RunConfig } from '../schemas/run';
export const used: unknown = RunConfig;
