import { z } from 'zod';

import { programForms, promptSetNames } from '../names/prompt-choice';

/** What a search's agents are asked with. */
export const SearchPrompts = z.strictObject({
  set: z.enum(promptSetNames),
  program: z.enum(programForms),
});
export type SearchPrompts = z.infer<typeof SearchPrompts>;
