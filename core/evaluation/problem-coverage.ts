import { UsageError } from '../errors/errors';
import type { Sample } from './sample';

export interface ProblemCoverage {
  readonly problems: number;
  /** Problems with at least one sample. */
  readonly covered: number;
  /** Ids of the others, in the data set's order. */
  readonly missing: readonly string[];
}

/** @param problems ids of the data set */
export function problemCoverageOf(
  problems: readonly string[],
  samples: readonly Pick<Sample, 'problem'>[],
): ProblemCoverage {
  const seen = new Set(samples.map(({ problem }) => problem));
  const missing = problems.filter((problem) => !seen.has(problem));
  return { problems: problems.length, covered: problems.length - missing.length, missing };
}

/** `coverage 1/164 problems`. */
export function problemCoverageText({ covered, problems }: ProblemCoverage): string {
  return `coverage ${String(covered)}/${String(problems)} problems`;
}

/** Maximum number of ids in a message. */
const mostNamed = 20;

/**
 * Rates over a part of a data set do not describe it, so a person must allow them.
 * @throws UsageError (`SAMPLES_MISSING`) unless allowed, and always if no problem has a sample
 */
export function requireProblemCoverage(
  { problems, covered, missing }: ProblemCoverage,
  { allowMissing }: { readonly allowMissing: boolean },
): void {
  if (missing.length === 0 || (allowMissing && covered > 0)) return;
  if (covered === 0) {
    throw new UsageError(
      'no sample is for a problem of this data set',
      'Check that the samples are of this data set (--dataset)',
      { code: 'SAMPLES_MISSING' },
    );
  }
  const rest = missing.length - mostNamed;
  const named =
    missing.slice(0, mostNamed).join(', ') + (rest > 0 ? ` and ${String(rest)} more` : '');
  throw new UsageError(
    `${String(missing.length)} of ${String(problems)} problems have no sample: ${named}`,
    'Add samples for them, or give --allow-missing for the figures of the others alone',
    { code: 'SAMPLES_MISSING' },
  );
}
