/** Of all questions about patches; test/pins/prompts.test.ts computes it. A run over patches with other words is another run. */
export const patchPromptsSha256 =
  'b7bbb3d2c425a62dbae3ef1e098bca7c658b603a7badcb3c2486cfcefced6232';
