// place: laboratory/trials/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: The laboratory does not import tests
import type { thing } from '../../test/prerequisites';
export const used: typeof thing | null = null;
