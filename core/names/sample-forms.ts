/** How a sample's text is meant: as a whole program, or as what goes on where the problem's prompt ends. */
export const sampleForms = ['solution', 'completion'] as const;
export type SampleForm = (typeof sampleForms)[number];
