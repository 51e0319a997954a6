// place: repositories/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: repositories/ may import only itself and core
import { thing } from '../sandbox/index';
export const used: unknown = thing;
