// place: workflows/search/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: Schemas and tasks are types only here
import { kindOf } from '../../core/tasks/kinds';
export const used: unknown = kindOf;
