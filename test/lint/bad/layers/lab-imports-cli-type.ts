// place: lab/runs/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: lab/ may import only
import type { Output } from '../../cli/terminal/output';
export type Mine = Output;
