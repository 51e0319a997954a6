import type { BankStats } from '../../../core/simulation/bank-stats';
import { bankStatsLines } from '../../../report/banks/bank-stats-lines';

const stats = {
  ...{ files: ['a.jsonl', 'b.jsonl'], sha256: 'ab', rows: 1_234, problems: 1_000 },
  ...{ models: { m: 1_200, n: 34 }, methods: { direct: 1_234 }, selfRepairingMethods: [] },
  distinctPrograms: { min: 1, max: 9, median: 3 },
  labels: { right: 1_001, wrong: 20, unknown: 3 },
  repairs: { rows: 7, changing: 0.5, parents: 1_005, wrongToRight: 4, rightToWrong: 2 },
} as unknown as BankStats;

const values = (more: Partial<BankStats> = {}): readonly string[] =>
  bankStatsLines({ ...stats, ...more }).map((line) => line.replace(/ {2,}/gu, ' | '));

test('each fact of a bank is a row', () => {
  expect(values()).toEqual([
    'files | a.jsonl, b.jsonl',
    'sha256 | ab',
    'rows | 1,234',
    'models | m 1,200, n 34',
    'methods | direct 1,234',
    'methods that repair inside | none',
    'problems a Solver can draw for | 1,000',
    'distinct programs a problem | 1 to 9, median 3',
    'labels of distinct programs | 1,001 right, 20 wrong, 3 unknown',
    'repairs | 7 of 1,005 programs, 50 % of them change it',
    expect.stringMatching(/^wrong to right, right to wrong (\| )?4, 2$/u),
  ]);
});

test('a bank without repairs says none, and methods that repair inside are named', () => {
  const lines = values({
    repairs: { ...stats.repairs, changing: null },
    selfRepairingMethods: ['reflexion', 'refine'],
  });
  expect(lines).toContain('repairs | none');
  expect(lines).toContain('methods that repair inside | reflexion, refine');
});
