// place: core/search/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: no Node built-ins
import { createHash } from 'node:crypto';
export const used: unknown = createHash;
