// place: core/agents/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { jsonrepair } from 'jsonrepair';
export const used: unknown = jsonrepair;
