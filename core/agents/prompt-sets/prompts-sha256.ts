import type { PromptSetName } from './prompt-choice';

/**
 * sha256 of what a search's agents are asked with, by set: of their prompts for specimens, computed and compared in
 * test/pins/prompts.test.ts. A run under other words is another run.
 */
export const searchPrompts: Readonly<Record<PromptSetName, string>> = {
  default: 'f6fa6f91c120a011cc774d627a6ce4d1904b29f82c6ad6aa79ebed528c27f15d',
  'codetree-paper': 'bbf239442d05c61898a5327dfd38ceedc40bee723528aecf6a17be24bdd8ec37',
};
