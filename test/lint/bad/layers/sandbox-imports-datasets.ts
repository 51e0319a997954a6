// place: sandbox/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: sandbox/ may import only itself and core
import { thing } from '../datasets/index';
export const used: unknown = thing;
