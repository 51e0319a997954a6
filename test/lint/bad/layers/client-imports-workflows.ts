// place: client/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: client/ may import only itself and core (types: workflows too)
import { thing } from '../workflows/index';
export const used: unknown = thing;
