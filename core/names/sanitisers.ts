/** What is done to a sample's text before it is graded; where nothing is said, nothing is. */
export const sanitiserNames = ['none', 'evalplus', 'espalier'] as const;
export type SanitiserName = (typeof sanitiserNames)[number];
