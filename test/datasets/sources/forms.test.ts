import { sourceForms, formOf } from '../../../datasets/sources/forms';
import { faultOf, readText, refusalOf, rowOf, told } from './source-rows';

const code = '```py\nprint(1)\n```';
const turn = (role: string, content: string) => ({ role, content });

describe('the forms of sources', () => {
  it.each([
    ['id messages', 'code-feedback'],
    ['messages', 'openai-messages'],
    ['conversations id', 'sharegpt'],
    ['query answer resource lang', 'filtered-instruction'],
    ['lang raw_index index seed openai_fingerprint problem solution', 'oss-instruct'],
    ['instruction response', 'evol-instruct'],
    ['instruction output', 'alpaca'],
    ['instruction input response output', 'alpaca'],
    ['prompt completion', 'prompt-completion'],
    ['task_id prompt completion entry_point test query response meta', 'leetcode'],
    ['question solutions starter_code input_output difficulty tags', 'taco'],
    ['text', null],
  ])('recognises the columns %s', (columns, name) => {
    expect(formOf(columns.split(' '))?.name ?? null).toBe(name);
  });

  it('has a name of its own for every form', () => {
    expect(new Set(sourceForms.map(({ name }) => name)).size).toBe(sourceForms.length);
  });

  it.each([
    { query: 'Q', answer: code },
    { problem: 'Q', solution: code },
    { instruction: 'Q', response: code },
    { instruction: 'Q', output: code },
    { instruction: 'Q', input: ' ', output: code, response: 'other' },
    { prompt: 'Q', completion: code },
    {
      conversations: [
        { from: 'human', value: 'Q' },
        { from: 'gpt', value: code },
      ],
    },
    { messages: [turn('system', 'S'), turn('user', 'Q'), turn('assistant', code)] },
    {
      messages: [turn('user', 'Q'), { role: 'assistant', content: [{ type: 'text', text: code }] }],
    },
  ])('makes the same row of %j', async (raw) => {
    expect(await rowOf(raw)).toEqual({
      ...{ id: 'seed/0', source: 'seed', query: 'Q', answer: code },
      ...{ lang: 'python', licence: null },
    });
  });

  it('appends an input that is not blank to the query', async () => {
    const row = await rowOf({ instruction: 'Sort it.\n', input: '[2, 1]', output: '[1, 2]' });
    expect(row).toMatchObject({ query: 'Sort it.\n\n[2, 1]', lang: '' });
  });

  it('keeps the turns of a dialogue with several pairs and leaves out an unanswered last turn', async () => {
    const pairs = [turn('user', 'Q'), turn('assistant', 'No code.'), turn('user', 'And?')];
    const messages = [...pairs, turn('assistant', code), turn('user', 'Thanks')];
    expect(await rowOf({ id: 1, messages })).toMatchObject({
      ...{ query: 'Q', answer: 'No code.', lang: 'python' },
      turns: messages.slice(0, 4),
    });
  });

  it.each([
    [[turn('assistant', 'A')], 'turn 1 is not of the user'],
    [
      [turn('user', 'Q'), turn('user', 'Q'), turn('assistant', 'A')],
      'turn 2 is not of the assistant',
    ],
    [[turn('user', 'Q'), turn('tool', 'A')], 'has a turn of "tool"'],
    [[turn('user', 'Q'), turn('assistant', ' ')], 'turn 2 is empty'],
    [[turn('user', 'Q')], 'has no question with an answer'],
    [[turn('user', 'Q'), { ...turn('assistant', 'A'), tool_calls: [] }], 'message 2 calls a tool'],
    [[turn('user', 'Q'), { role: 'assistant', content: null }], 'message 2 has no text'],
    ['text', 'column "messages" is not a list'],
  ])('does not use a dialogue with wrong turns (%#)', async (messages, why) => {
    expect(await faultOf({ id: 1, messages })).toBe(why);
  });

  it('takes the language and the licence of the row before those of its code and its source', async () => {
    const raw = { query: 'Q', answer: code, lang: 'C++', license: 'MIT' };
    expect(await rowOf(raw, { licence: 'cc-by-4.0' })).toMatchObject({
      ...{ lang: 'cpp', licence: 'MIT' },
    });
    expect(await rowOf({ query: 'Q', answer: code }, { licence: 'cc-by-4.0' })).toMatchObject({
      ...{ lang: 'python', licence: 'cc-by-4.0' },
    });
  });

  it('reads a row of an unknown form by the fields of the recipe', async () => {
    const fields = { query: ['title', 'body'], answer: 'code', lang: 'l', licence: 'terms' };
    const raw = { title: 'T', body: 'B', code: '1', l: 'Py', terms: 'MIT' };
    const wanted = { query: 'T\n\nB', answer: '1', lang: 'python', licence: 'MIT' };
    expect(await rowOf(raw, { fields })).toMatchObject(wanted);
    expect(await rowOf({ ...raw, body: null }, { fields })).toMatchObject({ query: 'T' });
    expect(await rowOf({ body: 'B' }, { fields: { query: 'body' } })).toMatchObject({ answer: '' });
  });

  it('leaves out rows with a missing or empty column and rows of another form', async () => {
    const rows = [
      { query: 'Q', answer: 'A' },
      { query: 'Q', answer: 5 },
      { query: ' ', answer: 'A' },
    ];
    const more = [{ query: 'Q', answer: '' }, { query: 'Q' }];
    const text = [...rows, ...more].map((row) => JSON.stringify(row)).join('\n');
    expect(told(await readText('rows.jsonl', text))).toEqual([
      'seed/0 Q',
      '1! column "answer" is not a text',
      '2! the query is empty',
      '3! column "answer" is empty',
      '4! is of another form: its columns are query',
    ]);
  });

  it('needs of a row only the columns of its query, and of a file each column that the fields name', async () => {
    const fields = { query: ['title', 'body'], answer: 'code', licence: 'terms' };
    const lines = [{ title: 'T', other: 1 }, { body: 'B', code: 'C', terms: 'MIT' }, { code: 'D' }];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const rows = await readText('rows.jsonl', text, { fields });
    expect(told(rows)).toEqual([
      ...['seed/0 T', 'seed/1 B', expect.stringMatching(/^2! is of another form/) as string],
    ]);
    const misspelt = readText('rows.jsonl', text, { fields: { ...fields, answer: 'cod' } });
    expect(await refusalOf(misspelt)).toMatch(/has no row with the column cod \| Correct "fields"/);
    const few = readText('rows.jsonl', text, { fields }, 1);
    expect(await refusalOf(few)).toContain(
      'has among its first 1 rows none with the column body, code, terms',
    );
    expect(told(await readText('rows.jsonl', text, { fields }, 2))).toEqual([
      'seed/0 T',
      'seed/1 B',
    ]);
  });

  it('refuses a form or fields that the file does not have', async () => {
    const raw = JSON.stringify({ text: 'x' });
    const refused = (settings: object) => refusalOf(readText('rows.jsonl', raw, settings));
    expect(await refused({ form: 'alpca' })).toMatch(
      /unknown form "alpca".*Use one of: leetcode, /,
    );
    expect(await refused({ form: 'alpaca' })).toBe(
      'rows.jsonl needs the columns instruction, output (and input) and has the columns text | ' +
        'Correct "form" of the source in the recipe',
    );
    expect(await refused({ fields: { query: 'body' } })).toContain('needs the columns body');
    expect(await refused({ fields: { query: 'text' }, form: 'alpaca' })).toContain('both a form');
  });
});
