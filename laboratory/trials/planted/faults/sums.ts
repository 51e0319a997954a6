import type { PlantedFault } from '../planted-fault';

/** Sums and troubles of runs. */
export const sums: readonly PlantedFault[] = [
  {
    name: 'of two roles with the same model, only the fallback values of one count',
    file: 'core/metrics/reply-troubles.ts',
    find: 'neutral.set(model, (neutral.get(model) ?? 0) + count)',
    replace: 'neutral.set(model, count)',
    tests: ['test/core/metrics/reply-troubles.test.ts'],
  },
  {
    name: 'requests to correct the form count as answers of the Debugger',
    file: 'core/metrics/answer-origins.ts',
    find: "for (const { role, repair, origin } of calls) {\n    if (role !== 'debugger' || repair || origin === null) continue;",
    replace:
      "for (const { role, origin } of calls) {\n    if (role !== 'debugger' || origin === null) continue;",
    tests: ['test/core/metrics/answer-origins.test.ts'],
  },
  {
    name: 'a program that was slow on its visible tests is not told as depending on time',
    file: 'core/metrics/attempt-sums.ts',
    find: 'function isTimeSensitive({ outcome, graded }: AttemptResult): boolean {\n  return (\n    workRow(outcome.kind)\n      .shownRuns(outcome)\n      .some(({ timeSensitive }) => timeSensitive) ||\n    graded.some((grade) => grade.outcome.timeSensitive)\n  );',
    replace:
      'function isTimeSensitive({ graded }: AttemptResult): boolean {\n  return graded.some((grade) => grade.outcome.timeSensitive);',
    tests: ['test/core/metrics/run-summary.test.ts'],
  },
  {
    name: 'a run with one attempt per problem beside a run with several gets the interval of single attempts',
    file: 'core/statistics/paired-difference.ts',
    find: 'pairs.every(({ first, second }) => first.of === 1 && second.of === 1)',
    replace: 'pairs.every(({ first }) => first.of === 1)',
    tests: ['test/core/metrics/paired-runs.test.ts'],
  },
  {
    name: 'a call that got no answer decides why an attempt has no program',
    file: 'core/metrics/failure-reason.ts',
    find: "findLast(({ role, state }) => writesProgram(role) && state === 'answered')",
    replace: 'findLast(({ role }) => writesProgram(role))',
    tests: ['test/store/runs/attempt-digests.test.ts', 'test/store/runs/block-sums.test.ts'],
  },
];
