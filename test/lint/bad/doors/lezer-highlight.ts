// place: report/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { tags } from '@lezer/highlight';
export const used: unknown = tags;
