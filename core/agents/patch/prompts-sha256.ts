/** Of all questions about patches; test/pins/prompts.test.ts computes it. A run over patches with other words is another run. */
export const patchPromptsSha256 =
  '24248ed4bc37ac609501da318f5c63ab8e27067f464ea343670b14c7afc9cb67';
