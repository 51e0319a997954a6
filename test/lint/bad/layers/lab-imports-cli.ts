// place: lab/runs/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: lab/ may import only
import { thing } from '../../cli/terminal/output';
export const used: unknown = thing;
