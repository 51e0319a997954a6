// place: core/search/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: core/ may import only itself
import { thing } from '../../store/index';
export const used: unknown = thing;
