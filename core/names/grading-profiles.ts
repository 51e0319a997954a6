/** How verdicts are reached: our own way, and those of tools that others use. */
export const gradingProfileNames = [
  'strict',
  'human-eval',
  'evalplus',
  'evalplus-oci-2024',
  'lcb',
  'apps',
  'codecontests',
  'swebench',
] as const;
export type GradingProfileName = (typeof gradingProfileNames)[number];
