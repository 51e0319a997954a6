// place: report/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: report/ may import only itself and core, store
import { thing } from '../client/connect-engine';
export const used: unknown = thing;
