// place: cli/commands/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: cli/ loads workers, engine, sandbox, llm, datasets, store with import()
import type { Engine } from '../../engine/index';
export type Mine = Engine;
