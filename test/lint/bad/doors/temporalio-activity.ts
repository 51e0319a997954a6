// place: llm/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { Context } from '@temporalio/activity';
export const used: unknown = Context;
