/**
 * A wait that somebody else asks for is the engine's next try up to here, ms; a longer one is slept through by the workflow, so
 * that it takes nothing off the time for which trouble is waited out.
 */
export const longWaitMs = 60_000;
