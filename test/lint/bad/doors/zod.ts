// place: core/search/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { z } from 'zod';
export const used: unknown = z;
