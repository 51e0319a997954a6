import { scoresOf, survivorsIn } from '../../../laboratory/trials/mutants/mutation-report';

const mutant = (status: string, line: number, replacement?: string) => ({
  status,
  location: { start: { line } },
  ...(replacement === undefined ? {} : { replacement }),
});
const report = {
  files: {
    'core/metrics/sum.ts': {
      mutants: [mutant('Killed', 1), mutant('Timeout', 2), mutant('Survived', 3, 'a - b')],
    },
    'core/metrics/deep/mean.ts': { mutants: [mutant('NoCoverage', 4, '{}')] },
    'core/words/plural.ts': { mutants: [mutant('Ignored', 5), mutant('CompileError', 6)] },
  },
};

describe('a report of mutants', () => {
  it('counts those that a test fails, and those that none fails, by folder', () => {
    expect(scoresOf(report, ['core/metrics', 'core/words'])).toEqual([
      { folder: 'core/metrics', caught: 2, survived: 2 },
      { folder: 'core/words', caught: 0, survived: 0 },
    ]);
  });

  it('counts a file in the first of the folders that it is in', () => {
    expect(scoresOf(report, ['core/metrics/deep', 'core/metrics'])).toEqual([
      { folder: 'core/metrics/deep', caught: 0, survived: 1 },
      { folder: 'core/metrics', caught: 2, survived: 1 },
    ]);
  });

  it('names the place and the text of each survivor', () => {
    expect(survivorsIn(report)).toEqual([
      { file: 'core/metrics/sum.ts', line: 3, replacement: 'a - b' },
      { file: 'core/metrics/deep/mean.ts', line: 4, replacement: '{}' },
    ]);
  });
});
