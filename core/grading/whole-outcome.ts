import type { TestOutcome } from '../schemas/verdict';

/** The first that did not pass, or passed. A measure is the sum over all. @throws RangeError for no outcomes */
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
