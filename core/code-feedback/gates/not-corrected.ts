import type { Gate } from './gate';

/** OpenCodeInterpreter, code correction: without a real failure and a real success nothing was corrected. */
export const notCorrected: Gate = {
  name: 'not-corrected',
  summary: 'A correction does not begin with a failing run or does not end with a clean one.',
  finds: ({ method, steps }) => {
    if (method !== 'correct') return null;
    const runs = steps.flatMap((step) => (step.kind === 'ran' ? [step] : []));
    const [first] = runs;
    const last = runs.at(-1);
    if (first === undefined || last === undefined) return 'no program of the correction ran';
    if (first.end === 'finished') return 'the program with the error ran to its end (run 1)';
    return last.end === 'finished'
      ? null
      : `the last program still fails (run ${String(runs.length)} ended ${last.end})`;
  },
};
