import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { UsageError } from '../../../../core/errors/errors';
import { loadBank } from '../../../../llm/simulated/bank/load-bank';
import { bankFile } from '../bank-file';
import { jsonl, line, program } from '../bank-samples';

async function refusal(...files: string[]): Promise<UsageError> {
  const error = await loadBank(files).then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(UsageError);
  return error as UsageError;
}

describe('loadBank', () => {
  it('reads rows in file order and hashes all bytes of all files in order', async () => {
    const one = bankFile(jsonl([line({ program: program(1) }), line({ program: program(2) })]));
    const two = bankFile(gzipSync(jsonl([line({ program: program(3) })])), 'two.jsonl.gz');
    const bank = await loadBank([one, two]);
    expect(bank.files).toEqual(['bank.jsonl', 'two.jsonl.gz']);
    expect(bank.rows.map((row) => row.program)).toEqual([1, 2, 3].map(program));
    const bytes = Buffer.concat([readFileSync(one), readFileSync(two)]);
    expect(bank.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect((await loadBank([two, one])).sha256).not.toBe(bank.sha256);
  });

  it('knows a gzipped file by its content, whatever its name', async () => {
    const bank = await loadBank([bankFile(gzipSync(jsonl([line()])), 'plain.jsonl')]);
    expect(bank.rows).toHaveLength(1);
  });

  it('passes over a byte order mark, empty lines and Windows line ends', async () => {
    const text = `\uFEFF${JSON.stringify(line())}\r\n\r\n\n${JSON.stringify(line({ program: program(5) }))}`;
    expect((await loadBank([bankFile(text)])).rows).toHaveLength(2);
  });

  it('keeps a letter whole that two chunks of the file share', async () => {
    const wide = `x = "${'é€𝄞'.repeat(40_000)}"`;
    const bank = await loadBank([bankFile(jsonl([line({ program: wide })]))]);
    expect(bank.rows[0]?.program).toBe(wide);
  });

  it('makes one program of every completion, after the prompt of its row where it has one', async () => {
    const completions = ['    return 1\n', '    return 2\n'];
    const file = bankFile(
      jsonl([
        line({ program: undefined, completions }),
        line({ task_id: 'P/1', program: undefined, completions, prompt: 'def g():\n' }),
      ]),
    );
    expect((await loadBank([file])).rows.map((row) => row.program)).toEqual([
      ...completions,
      'def g():\n    return 1\n',
      'def g():\n    return 2\n',
    ]);
  });

  it.each([
    ['no JSON', '{"task_id": ', /line 2: not JSON/],
    ['no object', '[1]', /line 2, field row/],
    ['no task_id', JSON.stringify(line({ task_id: undefined })), /line 2, field task_id/],
    ['a number as program', JSON.stringify(line({ program: 5 })), /line 2, field program/],
    ['no program at all', JSON.stringify(line({ program: undefined })), /line 2, field program/],
    ['a label in words', JSON.stringify(line({ recorded_pass: 'yes' })), /field recorded_pass/],
    ['a parent that is no hash', JSON.stringify(line({ parent: 'x' })), /field parent/],
    ['a completion of null', JSON.stringify(line({ completions: [null] })), /field completions\.0/],
  ])('refuses a row with %s, naming file, line and field', async (_, bad, words) => {
    const file = bankFile(`${JSON.stringify(line())}\n${bad}\n`);
    const error = await refusal(file);
    expect(error.message).toContain(file);
    expect(error.message).toMatch(words);
    expect(error).toMatchObject({ code: 'BANK_ROW_MALFORMED', exitCode: 2 });
    expect(error.remedy).toContain('task_id');
  });

  it('refuses a file that is not there, a folder, and no file at all', async () => {
    expect(await refusal('/nowhere/bank.jsonl')).toMatchObject({
      code: 'BANK_UNREADABLE',
      remedy: expect.stringContaining('Check the path') as string,
    });
    expect((await refusal('/tmp')).message).toContain('/tmp');
    expect(await refusal()).toMatchObject({ code: 'BANK_EMPTY' });
  });

  it('refuses an empty file even beside a good one', async () => {
    const error = await refusal(bankFile(jsonl([line()])), bankFile('\n\n', 'empty.jsonl'));
    expect(error).toMatchObject({ code: 'BANK_EMPTY' });
    expect(error.message).toContain('empty.jsonl');
  });

  it('refuses a gzipped file that was cut short or damaged', async () => {
    const packed = gzipSync(
      jsonl(Array.from({ length: 2000 }, (_, n) => line({ program: program(n) }))),
    );
    const cut = await refusal(bankFile(packed.subarray(0, packed.length - 40), 'cut.jsonl.gz'));
    expect(cut).toMatchObject({ code: 'BANK_UNREADABLE' });
    expect(cut.message).toMatch(/cut\.jsonl\.gz cannot be read/);
    const damaged = Buffer.from(packed);
    damaged.fill(0x55, 20, 60);
    expect(await refusal(bankFile(damaged, 'damaged.gz'))).toMatchObject({
      code: 'BANK_UNREADABLE',
    });
  });
});
