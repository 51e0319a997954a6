// place: llm/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { Database } from 'better-sqlite3';
export const used: unknown = Database;
