import type { TestOutcome } from '../schemas/verdict';

/**
 * What the outcomes of several tests of one check come to: the first that was not passed, or that all were. A measure is
 * that of them all.
 * @throws RangeError for none
 */
export function wholeOutcome(outcomes: readonly TestOutcome[]): TestOutcome {
  const [first] = outcomes;
  const telling = outcomes.find(({ kind }) => kind !== 'passed') ?? first;
  if (telling === undefined) throw new RangeError('there is no outcome');
  return {
    ...telling,
    ...(outcomes.some(({ handles }) => handles === true) ? { handles: true } : {}),
    cpuMs: outcomes.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    timeSensitive: outcomes.some(({ timeSensitive }) => timeSensitive),
  };
}
