// place: engine/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: engine/ may import only itself and core
import { thing } from '../config/settings';
export const used: unknown = thing;
