// place: client/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { Worker } from '@temporalio/worker';
export const used: unknown = Worker;
