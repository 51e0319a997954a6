import type { AgentRole } from '../../names/roles';
import type { PromptSetName } from '../../names/prompt-choice';

/** Add no later role: `rolePromptsSha256` adds it, and runs of methods that do not ask it keep their ids. */
export const pinnedRoles: readonly AgentRole[] = [
  'thinker-strategies',
  'thinker-reflections',
  'solver',
  'debugger',
  'critic-score',
  'critic-verification',
  'recaller',
  'planner',
];

/** By set; test/pins/prompts.test.ts computes it. A run with other prompts is another run. */
export const searchPrompts: Readonly<Record<PromptSetName, string>> = {
  default: 'e8305a4526c0c50bc9c2b181b399238dc47e63d21383264d3ecb9b571faeb5ee',
  'codetree-paper': 'afaf52fb9f3b7e8a6c62e9ec715c2120ea949d167d7d96c5bc1925b31baaff11',
};
