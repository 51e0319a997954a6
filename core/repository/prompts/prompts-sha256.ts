/**
 * sha256 of what models are asked with where environments are built: of the requests of a specimen, computed and compared in
 * test/pins/prompts.test.ts. A run under other words is another run.
 */
export const environmentPrompts =
  'cfcfc677674aa32385afb79727c9ad19bc20b9bd48a00a9cffb2c759486ff247';
