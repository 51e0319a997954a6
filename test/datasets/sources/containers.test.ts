import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { readPath, readText, refusalOf, told } from './source-rows';

const rows = [
  { query: 'first "quoted" ]} \\', answer: 'a' },
  { query: 'second', answer: 'b' },
];
const wanted = ['seed/0 first "quoted" ]} \\', 'seed/1 second'];
const lines = rows.map((row) => JSON.stringify(row)).join('\n');

describe('the containers of sources', () => {
  it.each([
    ['rows.jsonl', lines],
    ['rows.jsonl.gz', lines],
    ['rows.jsonl', `\ufeff${lines.replace('\n', '\r\n\r\n')}\n\n`],
    ['rows.json', JSON.stringify(rows)],
    ['rows.json', ` \n${JSON.stringify(rows, null, 2)}\n`],
    ['rows.json.gz', `\ufeff${JSON.stringify(rows, null, 2)}`],
    ['rows.json', lines],
  ])('reads the same rows from %s in each of its forms', async (name, text) => {
    expect(told(await readText(name, text))).toEqual(wanted);
  });

  it('reads a .json file that is one object over several lines', async () => {
    expect(told(await readText('row.json', JSON.stringify(rows[1], null, 2)))).toEqual([
      'seed/0 second',
    ]);
  });

  it('reads every row group of a Parquet file with its nested turns', async () => {
    const reads = await readPath(join(__dirname, 'dialogues.snappy.parquet'));
    expect(told(reads)).toEqual([0, 1, 2, 3, 4].map((n) => `seed/${n} Question ${n}`));
    expect(reads[3]).toMatchObject({
      row: { answer: '```py\nprint(3)\n```', lang: 'python', turns: { length: 4 } },
    });
  });

  it('goes on after a bad line and says its line and reason', async () => {
    const text = `{"query": \n\n[1]\n${lines}\n7\n{"query": "late"`;
    const reads = await readText('rows.jsonl', text);
    expect(told(reads)).toEqual([
      expect.stringMatching(/^0! line 1 is not JSON \(/),
      '1! line 3 is a list, not a JSON object',
      'seed/2 first "quoted" ]} \\',
      'seed/3 second',
      '4! line 6 is a single value, not a JSON object',
      expect.stringMatching(/^5! line 7 is not JSON \(/),
    ]);
  });

  it('goes on after a bad member of a list', async () => {
    const text = `[{"query": nul}, {}}, , ${lines.replace('\n', ',')},]`;
    expect(told(await readText('rows.json', text))).toEqual([
      expect.stringMatching(/^0! row 0 of the list is not JSON/),
      expect.stringMatching(/^1! row 1 of the list is not JSON/),
      '2! row 2 of the list is empty',
      'seed/3 first "quoted" ]} \\',
      'seed/4 second',
    ]);
  });

  it('says that a list was cut off or goes on after its end', async () => {
    const list = JSON.stringify(rows);
    const cut = await readText('rows.json', list.slice(0, -4));
    expect(told(cut)).toEqual([wanted[0], '1! the file ends before its list: it was cut off']);
    const long = await readText('rows.json', `${list} [{"query": "more"}]`);
    expect(told(long)).toEqual([...wanted, '2! there is text after the end of the list']);
  });

  it('leaves out a row that is not UTF-8 or holds half of a character', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${lines}\n{"query": "`),
      Buffer.from([0xff]),
      Buffer.from('", "answer": "x"}\n{"query": "\\ud83d", "answer": "x"}'),
    ]);
    expect(told(await readText('rows.jsonl', bytes)).slice(2)).toEqual([
      '2! line 3 is not UTF-8 text',
      '3! a text holds half of a character',
    ]);
  });

  it.each([
    ['empty.jsonl', '', 'empty.jsonl holds no rows | Give a file'],
    ['empty.json', '[ ]', 'empty.json holds no rows | Give a file'],
    ['text.jsonl', 'some text', 'text.jsonl holds no usable row (line 1 is not JSON'],
    ['odd.jsonl', '{"a": 1, "b": 2}', 'odd.jsonl is of no known form: its columns are a, b | Say'],
    ['bad.parquet', 'PAR1 and nothing', 'bad.parquet cannot be read as Parquet ('],
  ])('refuses %s, naming it, the cause and a remedy', async (name, text, refusal) => {
    expect(await refusalOf(readText(name, text))).toContain(refusal);
  });

  it('refuses a file that is absent, a folder, not gzip or damaged gzip', async () => {
    expect(await refusalOf(readPath('/nowhere/rows.jsonl'))).toContain(
      'rows.jsonl does not exist | Correct the path',
    );
    expect(await refusalOf(readPath(__dirname))).toContain('is a folder');

    const folder = mkdtempSync(join(tmpdir(), 'espalier-gz-'));
    try {
      writeFileSync(join(folder, 'plain.jsonl.gz'), lines);
      writeFileSync(join(folder, 'cut.jsonl.gz'), gzipSync(lines).subarray(0, -12));
      expect(await refusalOf(readPath(join(folder, 'plain.jsonl.gz')))).toContain('is not gzip');
      expect(await refusalOf(readPath(join(folder, 'cut.jsonl.gz')))).toContain(
        'is damaged gzip (Z_BUF_ERROR) | Copy or download',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
