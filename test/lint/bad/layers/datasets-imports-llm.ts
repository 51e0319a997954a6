// place: datasets/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: datasets/ may import only itself and core
import { thing } from '../llm/index';
export const used: unknown = thing;
