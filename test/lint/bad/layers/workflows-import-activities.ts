// place: workflows/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: workflows/ may import only itself and core
import { thing } from '../activities/index';
export const used: unknown = thing;
