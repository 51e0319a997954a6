// place: report/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { Command } from 'commander';
export const used: unknown = Command;
