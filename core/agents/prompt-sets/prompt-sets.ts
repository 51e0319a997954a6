import type { PromptSetName } from '../../names/prompt-choice';
import { codetreePaperPrompts } from './codetree-paper';
import { defaultPrompts } from './default-prompts';
import type { PromptSet } from './prompt-set';

/** Every set of prompts there is, by name. A new one is a file, a line here and one in `core/names/prompt-choice.ts`. */
export const promptSets: Readonly<Record<PromptSetName, PromptSet>> = {
  default: defaultPrompts,
  'codetree-paper': codetreePaperPrompts,
};
