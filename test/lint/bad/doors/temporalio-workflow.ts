// place: activities/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { sleep } from '@temporalio/workflow';
export const used: unknown = sleep;
