// place: processes/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: processes/ may import only itself and core
import { thing } from '../config/settings';
export const used: unknown = thing;
