/** What is done to a sample's text before it is graded; the first is what is done where nothing is said: nothing. */
export const sanitiserNames = ['none', 'evalplus', 'espalier'] as const;
export type SanitiserName = (typeof sanitiserNames)[number];
