// place: store/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: store/ may import only itself and core
import { thing } from '../sandbox/index';
export const used: unknown = thing;
