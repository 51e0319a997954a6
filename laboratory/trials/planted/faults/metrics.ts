import type { PlantedFault } from '../planted-fault';

const metrics = 'test/core/metrics';

/** Figures of runs, and how many problems a comparison needs. */
export const metricFaults: readonly PlantedFault[] = [
  {
    name: 'a curve by cost leaves out attempts whose cost is unknown',
    file: 'core/metrics/effort-curve.ts',
    find: 'if (sums[effort] === null) return null;',
    replace: 'if (sums[effort] === null) continue;',
    tests: [`${metrics}/effort-curve.test.ts`],
  },
  {
    name: 'a call that served a program that counts is called speculative',
    file: 'core/metrics/speculative-calls.ts',
    find: '    if (known.counted.has(call.identity)) return false;\n',
    replace: '',
    tests: [`${metrics}/speculative-calls.test.ts`],
  },
  {
    name: 'the number of problems that a comparison of means needs is too small',
    file: 'core/statistics/problems-needed-for-mean.ts',
    find: '(value - mean) ** 2, 0) / (count - 1);',
    replace: '(value - mean) ** 2, 0) / count;',
    tests: ['test/core/statistics/problems-needed-for-mean.test.ts'],
  },
  {
    name: 'a run in which a person cancelled an attempt counts as left alone',
    file: 'core/metrics/run-summary.ts',
    find: "steered: count('cancelled') > 0 || attempts.steered > 0",
    replace: 'steered: attempts.steered > 0',
    tests: [`${metrics}/run-summary.test.ts`],
  },
  {
    name: 'the coverage of harnesses is that of lines, although branches are known',
    file: 'core/metrics/harness-summary.ts',
    find: '({ branchCoverage, lineCoverage }) => branchCoverage ?? lineCoverage',
    replace: '({ branchCoverage, lineCoverage }) => lineCoverage ?? branchCoverage',
    tests: [`${metrics}/harness-summary.test.ts`],
  },
  {
    name: 'the curve by budget forgets a search that ended before the others',
    file: 'core/metrics/budget-curve.ts',
    find: 'Math.min(index, byPrograms.length - 1)',
    replace: 'index',
    tests: [`${metrics}/budget-curve.test.ts`],
  },
];
