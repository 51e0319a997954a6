// place: core/search/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: this runs inside the workflow bundle
import { kindOf } from '../tasks/kinds';
export const used: unknown = kindOf;
