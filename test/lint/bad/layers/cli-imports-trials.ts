// place: cli/commands/sandbox/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: The test laboratory is not the product
import type { thing } from '../../../trials/program';
export const used: typeof thing | null = null;
