// place: workflows/work/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: so is the full table of kinds
import { workRow } from '../../core/kinds/kinds';
export const used: unknown = workRow;
