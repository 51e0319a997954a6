// place: core/search/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: no Node built-ins
import { readFile } from 'fs/promises';
export const used: unknown = readFile;
