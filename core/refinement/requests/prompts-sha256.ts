import type { RefinementPromptSet } from '../../schemas/dialogue';

/** sha256 by prompt set, of the requests of a specimen (test/pins/prompts.test.ts). Other words make another run. */
export const refinementPrompts: Readonly<Record<RefinementPromptSet, string>> = {
  espalier: '6de5e7916ef8751c7db06a750291e1495215c1b313dcd99e9a0ffba42cdee1d9',
  oci: '016d225c830067fc84c31bf55d9377075f2e60e5c9998c7f296fbeacecbe2222',
};
