// place: cli/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: cli/ loads workers, engine, sandbox, llm, datasets, store with import()
import { thing } from '../engine/index';
export const used: unknown = thing;
