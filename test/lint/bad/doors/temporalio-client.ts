// place: cli/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { Client } from '@temporalio/client';
export const used: unknown = Client;
