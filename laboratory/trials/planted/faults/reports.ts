import type { PlantedFault } from '../planted-fault';

/** Figures in reports, of effort, of samples and of environments. */
export const reports: readonly PlantedFault[] = [
  {
    name: 'an ablation is compared with the whole method under another seed',
    file: 'report/study/difference-to.ts',
    find: '    const { seed, samples, dataset } = record.config;',
    replace: '    const { samples, dataset } = record.config;\n    const seed = 0;',
    tests: ['test/report/study/study.test.ts'],
  },
  {
    name: 'a program that fails the base suite counts in the rate of EvalPlus',
    file: 'report/evaluation/eval-results-text.ts',
    find: 'plus: results.filter(({ base, plus }) => passed(base) && passed(plus)).length',
    replace: 'plus: results.filter(({ plus }) => passed(plus)).length',
    tests: ['test/report/evaluation/eval-results-text.test.ts'],
  },
  {
    name: 'docstrings that the budget left unanswered are not counted as over budget',
    file: 'report/environments/funnel-document.ts',
    find: "wasOver ||= instance.docstring.unanswered === 'over-budget';",
    replace: '',
    tests: ['test/report/environments/pages.test.ts'],
  },
  {
    name: 'result files have samples in the order of grading',
    file: 'report/evaluation/load-graded-samples.ts',
    find: 'return graded.toSorted((left, right) => left.sample.place - right.sample.place);',
    replace: 'return graded;',
    tests: ['test/report/evaluation/write-results.test.ts'],
  },
  {
    name: 'calls after the last program lose a solved attempt in the curve of effort',
    file: 'core/metrics/effort-curve.ts',
    find: 'Math.min(ordinals.get(call.node) ?? 0, byProgram.length - 1)',
    replace: '(ordinals.get(call.node) ?? 0)',
    tests: ['test/core/metrics/effort-curve.test.ts'],
  },
];
