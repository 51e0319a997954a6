/**
 * Longest requested wait, in ms, that the engine waits as the delay of the next try. A workflow sleeps through a longer
 * wait, so that the wait does not count towards the time of retries.
 */
export const longWaitMs = 60_000;
