// place: activities/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: activities/ may import only
import { thing } from '../workflows/index';
export const used: unknown = thing;
