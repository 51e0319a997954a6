// place: cli/commands/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: cli/ may import only itself and core, config, lab, report
import { thing } from '../../client';
export const used: unknown = thing;
