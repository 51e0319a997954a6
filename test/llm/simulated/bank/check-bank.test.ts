import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { programHashOf } from '../../../../llm/simulated/bank/bank-row';
import { bankStats } from '../../../../llm/simulated/bank/bank-stats';
import { checkBank } from '../../../../llm/simulated/bank/check-bank';
import { bankOf, jsonl, line, program } from '../bank-samples';

describe('a bank that is checked', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-bank-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  it('has no faults where parents are there and labels agree', async () => {
    const file = write(
      'good.jsonl',
      jsonl([
        line({ program: program(1) }),
        line({ program: program(2), parent: programHashOf(program(1)), recorded_pass: true }),
      ]),
    );
    expect(await checkBank([file], ['p/0'])).toEqual({ lines: 2, programs: 2, faults: [] });
  });

  it('names line and field of everything that is wrong, not of the first alone', async () => {
    const file = write(
      'bad.jsonl',
      `${jsonl([line({ program: program(1), recorded_pass: true })])}{"half\n${jsonl([
        line({ model: 7 }),
        line({ program: program(2), parent: 'f'.repeat(64) }),
        line({ program: `${program(1)}\n`, recorded_pass: false }),
        line({ task_id: 'Q/9' }),
      ])}`,
    );
    const { faults } = await checkBank([file], ['P/0']);
    expect(faults.map(({ line: number, field }) => [number, field])).toEqual([
      [2, 'row'],
      [3, 'model'],
      [4, 'parent'],
      [5, 'recorded_pass'],
      [6, 'task_id'],
    ]);
    expect(faults[3]?.what).toBe('false, but true for the same program in line 1');
  });

  it('finds a parent in another file, whichever comes first', async () => {
    const child = write('a.jsonl', jsonl([line({ parent: programHashOf(program(5)) })]));
    const parent = write('b.jsonl', jsonl([line({ program: program(5) })]));
    expect((await checkBank([child, parent], null)).faults).toEqual([]);
    expect((await checkBank([child], null)).faults).toHaveLength(1);
  });

  it('refuses a file that is not there', async () => {
    await expect(checkBank([join(folder, 'none.jsonl')], null)).rejects.toMatchObject({
      code: 'BANK_UNREADABLE',
      exitCode: 2,
    });
  });
});

describe('the figures of a bank', () => {
  it('count labels of distinct programs, and the repairs that change them', () => {
    const bank = bankOf([
      line({ program: program(1) }),
      line({ program: program(1), model: 'model-b' }),
      line({ program: program(2), recorded_pass: true, parent: programHashOf(program(1)) }),
      line({ program: program(1), parent: programHashOf(program(1)) }),
      line({ program: program(3), recorded_pass: null }),
    ]);
    expect(bankStats(bank)).toMatchObject({
      rows: 5,
      models: { 'model-a': 4, 'model-b': 1 },
      methods: { direct: 5 },
      labels: { right: 1, wrong: 1, unknown: 1 },
      repairs: { rows: 2, changing: 0.5, parents: 1, wrongToRight: 1, rightToWrong: 0 },
      distinctPrograms: { min: 2, median: 2, max: 2 },
    });
    expect(bankStats(bank, { bankModel: 'model-b' })).toMatchObject({
      rows: 1,
      repairs: { rows: 0, changing: null },
    });
  });
});
