// place: workflows/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: Schemas and tasks are types only here
import { Problem } from '../core/schemas/problem';
export const used: unknown = Problem;
