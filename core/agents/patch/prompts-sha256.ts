/** Of all questions about patches; test/pins/prompts.test.ts computes it. A run over patches with other words is another run. */
export const patchPromptsSha256 =
  '81964d8ea9e0507c576d331102e26b538fe9eb93c508e1d82858a091c3b13648';
