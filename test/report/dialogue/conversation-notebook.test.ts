import { conversationNotebook } from '../../../report/dialogue/conversation-notebook';
import type { ConversationEntry } from '../../../report/dialogue/conversation';
import { block, conversation, file, reply, said } from './conversation-forms';

interface Cell {
  readonly id: string;
  readonly cell_type: string;
  readonly source: string;
  readonly execution_count?: number | null;
  readonly outputs?: readonly Readonly<Record<string, unknown>>[];
}

describe('a conversation as a notebook', () => {
  const cells = (...entries: readonly ConversationEntry[]) =>
    (conversationNotebook(conversation(entries)) as unknown as { readonly cells: Cell[] }).cells;
  const shown = (...entries: readonly ConversationEntry[]) =>
    cells(...entries)
      .slice(1)
      .map(({ cell_type, source, execution_count: count }) =>
        cell_type === 'code' ? [source, count] : source,
      );

  const code = 'x = 1';
  const fenced = '```python\nx = 1\n```';

  it('is one of Python, in the form 4.5, with a name for each cell', () => {
    const notebook = conversationNotebook(conversation([said('one')]));
    expect(notebook).toMatchObject({ nbformat: 4, nbformat_minor: 5 });
    expect(cells(said('one')).map(({ id, source }) => [id, source])).toEqual([
      ['cell-1', '# Chat chat-1\n\nModel: gpt-x'],
      ['cell-2', '**Person**\n\n\none'],
    ]);
  });

  it('has a block that ran once, between the words around it', () => {
    const told = reply(`so\n${fenced}\nthen`, { code, via: 'fence' });
    expect(shown(told, block())).toEqual(['so', ['x = 1', 1], 'then']);
    expect(shown(reply('so', { code, via: 'tool' }), block())).toEqual(['so', ['x = 1', 1]]);
  });

  it('counts the blocks that ran, of the person too, and no others', () => {
    const of = (id: string) => reply('', { id, code, via: 'tool' });
    expect(
      shown(
        ...[of('r1'), block(), of('r2'), block({ id: 'r2', end: 'input-refused' })],
        ...[block({ id: 'b4', byPerson: true }), of('r3'), block({ id: 'r3', end: 'lost' })],
      ),
    ).toEqual([
      ['x = 1', 1],
      ['x = 1', null],
      ['x = 1', 2],
      ['x = 1', 3],
    ]);
  });

  it('has a program that nobody ran without a number', () => {
    expect(shown(reply(`so\n${fenced}`, { code, via: 'fence' }))).toEqual(['so', ['x = 1', null]]);
    expect(shown(reply('so', { code, via: 'tool' }))).toEqual(['so', ['x = 1', null]]);
    expect(shown(reply('so x = 1', { code, via: 'fence' }))).toEqual(['so x = 1']);
  });

  it('has each output in its own form', () => {
    const output = [
      { kind: 'stdout', text: 'one' },
      { kind: 'stderr', text: 'two' },
      { kind: 'value', text: '3' },
      { kind: 'table', text: 'a b' },
      { kind: 'error', text: 'Traceback:\n  line 1\nValueError: no: good\n' },
      { kind: 'dropped', bytes: 12 },
      { kind: 'artefact', name: 'b.svg' },
    ] as ReturnType<typeof block>['output'];
    const files = [
      file('a.png', 'image/png', 'pixels'),
      file('b.svg', 'image/svg+xml', '<svg/>'),
      file('c.csv', 'text/csv'),
    ];
    const [, cell] = cells(block({ output, files, end: 'interrupted' }));
    expect(cell?.outputs).toMatchObject([
      { output_type: 'stream', name: 'stdout', text: 'one' },
      { output_type: 'stream', name: 'stderr', text: 'two' },
      { output_type: 'execute_result', execution_count: 1, data: { 'text/plain': '3' } },
      { output_type: 'display_data', data: { 'text/plain': 'a b' } },
      {
        ...{ output_type: 'error', ename: 'ValueError', evalue: 'no: good' },
        traceback: ['Traceback:', '  line 1', 'ValueError: no: good'],
      },
      { name: 'stderr', text: '[... 12 bytes left out ...]\n' },
      { data: { 'image/svg+xml': '<svg/>', 'text/plain': '[image b.svg] saved as r1-b.svg' } },
      { data: { 'image/png': Buffer.from('pixels').toString('base64') } },
      { data: { 'text/plain': '[file c.csv, 7 B] saved as r1-c.csv' } },
      { name: 'stderr', text: 'It took too long and was interrupted.\n' },
    ]);
    expect(cell?.outputs).toHaveLength(10);
  });

  it('has all else in words', () => {
    expect(
      shown(
        said('read', [file('a.csv', 'text/csv')]),
        { kind: 'tests', id: 'r1', words: 'a\nb', told: true },
        { kind: 'feedback', source: 'person', text: 'look' },
        { kind: 'note', text: 'The person approved.' },
      ),
    ).toEqual([
      '**Person**\n\n- `a.csv`, saved as `r1-a.csv`\n\nread',
      '**Execution result**\n\n    a\n    b',
      '**Feedback (person)**\n\nlook',
      '*The person approved.*',
    ]);
  });
});
