// place: llm/simulated/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: llm/ may import only itself and core
import { thing } from '../../client/connect-engine';
export const used: unknown = thing;
