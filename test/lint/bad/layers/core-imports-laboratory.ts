// place: core/search/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: The laboratory is not part of the product
import { thing } from '../../laboratory/home/eventually';
export const used = thing;
