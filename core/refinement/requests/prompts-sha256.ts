import type { RefinementPromptSet } from '../../schemas/dialogue';

/**
 * sha256 of what a dialogue's model and whoever plays a person are asked with, by prompt set: of the requests of a specimen,
 * computed and compared in test/pins/prompts.test.ts. A run under other words is another run.
 */
export const refinementPrompts: Readonly<Record<RefinementPromptSet, string>> = {
  espalier: '6de5e7916ef8751c7db06a750291e1495215c1b313dcd99e9a0ffba42cdee1d9',
  oci: '016d225c830067fc84c31bf55d9377075f2e60e5c9998c7f296fbeacecbe2222',
};
