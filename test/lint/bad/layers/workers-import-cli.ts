// place: workers/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: workers/ may import only
import { thing } from '../cli/main';
export const used: unknown = thing;
