// place: activities/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { OpenAI } from 'openai';
export const used: unknown = OpenAI;
