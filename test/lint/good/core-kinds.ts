// place: core/kinds/search/schema.ts
import { z } from 'zod';

import { TextRef } from '../../schemas/text';

export const SearchOutcome = z.strictObject({ kind: z.literal('search'), text: TextRef });
