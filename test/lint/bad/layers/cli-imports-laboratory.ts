// place: cli/commands/sandbox/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: The laboratory is not part of the product
import type { thing } from '../../../laboratory/trials/program';
export const used: typeof thing | null = null;
