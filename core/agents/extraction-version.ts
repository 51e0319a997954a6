/**
 * Of how programs, judgements and lists are read out of replies: to be raised when some reply is read as something else, so
 * that no run mixes two readings. test/pins/extraction.test.ts compares what specimens are read as.
 * 1: the last block that defines the entry point. 2: as real models write (wrappers, parts, usage left away). 3: what is no
 * code is no program, the last verdict and score decide, lists within items are parts of these.
 */
export const extractionVersion = 3;
