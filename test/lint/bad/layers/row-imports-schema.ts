// place: core/kinds/search/row.ts
// rule: @typescript-eslint/no-restricted-imports
// says: Schemas are types only outside core/schemas
import { SearchOutcome } from './schema';
export const used: unknown = SearchOutcome;
