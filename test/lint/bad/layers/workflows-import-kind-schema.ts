// place: workflows/work/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: so is the full table of kinds
import { SearchOutcome } from '../../core/kinds/search/schema';
export const used: unknown = SearchOutcome;
