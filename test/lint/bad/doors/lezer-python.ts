// place: store/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { parser } from '@lezer/python';
export const used: unknown = parser;
