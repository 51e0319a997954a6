import type { PlantedFault } from '../planted-fault';

/** Tables, comparisons and profiles of graders. */
export const tables: readonly PlantedFault[] = [
  {
    name: 'the average of the paper is over the data sets that are there',
    file: 'report/paper-rows.ts',
    find: 'if (known.length < rates.length) return null;',
    replace: 'if (known.length === 0) return null;',
    tests: ['test/report/paper-table.test.ts'],
  },
  {
    name: 'regressed dialogues are counted of those that the last round solved',
    file: 'report/dialogue/dialogue-rows.ts',
    find: 'rounds[0]?.all.solved ?? 0;',
    replace: 'rounds.at(-1)?.all.solved ?? 0;',
    tests: ['test/report/dialogue/dialogue-rows.test.ts', 'test/report/dialogues.test.ts'],
  },
  {
    name: 'a completion that repeats the definition loses the imports of its prompt',
    file: 'core/evaluation/sanitisers/espalier.ts',
    find: "text: `${preamble}\\n${read.program ?? ''}` };",
    replace: "text: read.program ?? '' };",
    tests: ['test/core/evaluation/sanitisers.test.ts'],
  },
  {
    name: 'common problems of a comparison are counted without those of the second run alone',
    file: 'report/pair-runs.ts',
    find: 'config.problems.length - aligned.onlyFirst.length,',
    replace: 'config.problems.length - aligned.onlySecond.length,',
    tests: ['test/report/pair-runs.test.ts'],
  },
  {
    name: 'the time that LiveCodeBench adds to each test is a thousandth',
    file: 'core/grading/profiles/lcb.ts',
    find: 'const eachMs = 1_000;',
    replace: 'const eachMs = 1;',
    tests: ['test/core/grading/profiles/profiles.test.ts', 'test/pins/grading.test.ts'],
  },
];
