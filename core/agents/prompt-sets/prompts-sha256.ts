import type { PromptSetName } from './prompt-choice';

/**
 * sha256 of what a search's agents are asked with, by set: of their prompts for specimens, computed and compared in
 * test/pins/prompts.test.ts. A run under other words is another run.
 */
export const searchPrompts: Readonly<Record<PromptSetName, string>> = {
  default: 'e8305a4526c0c50bc9c2b181b399238dc47e63d21383264d3ecb9b571faeb5ee',
  'codetree-paper': 'afaf52fb9f3b7e8a6c62e9ec715c2120ea949d167d7d96c5bc1925b31baaff11',
};
