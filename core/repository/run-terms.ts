/**
 * How cases are run wherever their records are compared: those of the original, and those of a candidate. Accepted harnesses
 * do not depend on the hash seed, the clock or the order of their cases, but what draws random numbers draws these, and what
 * asks for the time is told this one.
 */
export const caseSeed = 0;
export const caseHashSeed = 0;
/** Every case begins at this time (2023-11-14T22:13:20Z), which goes on only as it is read: `python/repository/run/clock.py`. */
export const caseClock = { start: 1_700_000_000 };

/**
 * What a case of the original may take: seconds of the processor, since on a busy machine the wall's are anybody's; ten times
 * as much of waiting only ends who sleeps.
 */
function caseLimits(cpuSeconds: number): Readonly<Record<string, number>> {
  return { cpuSeconds, wallSeconds: 10 * cpuSeconds, importSeconds: 30 };
}

/** An endless mutant costs as long as a case may take; honest cases take milliseconds. */
export const plainCaseLimits = caseLimits(1);
/** Of one that is watched line by line, or run under other circumstances. */
export const watchedCaseLimits = caseLimits(5);
