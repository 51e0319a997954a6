/** Of all questions about patches; test/pins/prompts.test.ts computes it. A run over patches with other words is another run. */
export const patchPromptsSha256 =
  '0000000000000000000000000000000000000000000000000000000000000000';
