// place: client/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: client/ may import only itself and core
import { thing } from '../store/index';
export const used: unknown = thing;
