/**
 * Raise it when some reply is read as something else, so that no run mixes two readings (test/pins/extraction.test.ts). 1:
 * the last block that defines the entry point. 2: as real models write (wrappers, parts, usage removed). 3: no code is no
 * program; the last verdict and score decide; lists within items are parts of these.
 */
export const extractionVersion = 3;
