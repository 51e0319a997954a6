// place: core/search/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: Schemas are types only outside core/schemas
import { Problem } from '../schemas/problem';
export const used: unknown = Problem;
