// place: core/kinds/search/row.ts
// rule: @typescript-eslint/no-restricted-imports
// says: the full table of kinds are types only here
import { workRow } from '../kinds';
export const used: unknown = workRow;
