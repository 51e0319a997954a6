export const promptSetNames = ['default', 'codetree-paper'] as const;
export type PromptSetName = (typeof promptSetNames)[number];

/** How whoever reviews a program sees it: as the model's own earlier turn, or quoted in the question. */
export const programForms = ['own-turn', 'quoted'] as const;
export type ProgramForm = (typeof programForms)[number];

/** What a search's agents are asked with. */
export interface PromptChoice {
  readonly set: PromptSetName;
  readonly program: ProgramForm;
}

/** Of runs that said nothing of it. */
export const usualPrompts: PromptChoice = { set: 'default', program: 'own-turn' };
