// place: report/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { Kysely } from 'kysely';
export const used: unknown = Kysely;
