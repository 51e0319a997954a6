/** What a verdict asks of a test. Their order is that in which a line is compared with them. */
export const testStatuses = ['FAILED', 'PASSED', 'SKIPPED', 'ERROR', 'XFAIL'] as const;

/** Whether a test with this word counts as passed. */
export const isPass = (status: string | undefined): boolean =>
  status === 'PASSED' || status === 'XFAIL';

/**
 * By test id, the word that a log says last of it. A line that begins with a status may hold a longer word, as `ERRORS`: a test with
 * such a word has neither passed nor failed.
 */
export type TestStatuses = ReadonlyMap<string, string>;
