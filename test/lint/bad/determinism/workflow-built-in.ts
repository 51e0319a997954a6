// place: workflows/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: no Node built-ins
import { join } from 'node:path';
export const used: unknown = join;
