// place: core/kinds/search/row.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { z } from 'zod';
export const used: unknown = z;
