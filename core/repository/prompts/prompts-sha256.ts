/** sha256 of the prompts for building environments, compared in test/pins/prompts.test.ts. Other prompts are another run. */
export const environmentPrompts =
  'cfcfc677674aa32385afb79727c9ad19bc20b9bd48a00a9cffb2c759486ff247';
