import { filterTable } from '../../../../core/repository/filters/filter-table';
import { filterFlags } from '../../../../core/names/filters';
import { withoutNearDuplicates } from '../../../../core/repository/filters/near-duplicates';
import { selectDefinitions } from '../../../../core/repository/filters/select-definitions';
import { Definition } from '../../../../core/schemas/environment-definition';
import { definitionOf } from '../sample-definition';

const all = { disabled: [], connections: null };
const method = { kind: 'method', className: 'C', qualname: 'C.clamp' } as const;
const firstFilter = (
  definition: Definition,
  options: Parameters<typeof selectDefinitions>[1] = all,
): string | null => selectDefinitions([definition], options).rejected[0]?.filter ?? null;

describe('the filters', () => {
  it('keep a function and a method that are worth it', () => {
    expect(firstFilter(definitionOf())).toBeNull();
    expect(firstFilter(definitionOf(method))).toBeNull();
    expect(Definition.parse({ ...definitionOf(), module: 'pkg.m' })).toEqual(definitionOf());
  });

  it.each([
    ['unreachable', definitionOf({ tags: ['nested-function'] })],
    ['dunder-name', definitionOf({ name: '__call__' })],
    ['no-docstring', definitionOf({ docstring: null })],
    ['no-parameters', definitionOf({ signature: { text: '', parameters: [], returns: null } })],
    ['no-return', definitionOf({ facts: { directReturns: 0 } })],
    ['constant-returns', definitionOf({ facts: { directReturns: 4, constantReturns: 3 } })],
    ['docstring-words', definitionOf({ facts: { docstringTokens: ['a', 'todo'] } })],
    ['body-words', definitionOf({ facts: { bodyTokens: ['argparse'] } })],
    ['name-prefix', definitionOf({ name: 'test_it' })],
    ['decorators', definitionOf({ decorators: ['cache'] })],
    ['decorators', definitionOf({ ...method, decorators: ['property'] })],
    ['trivial', definitionOf({ facts: { statements: 2 } })],
    ['trivial', definitionOf({ ...method, facts: { statements: 1 } })],
    [
      'trivial',
      definitionOf({ ...method, facts: { statements: 2, secondStatementUsesSelf: true } }),
    ],
    [
      'trivial',
      definitionOf({
        ...method,
        facts: { statements: 3, secondStatementUsesSelf: true, thirdIsReturn: true },
      }),
    ],
    ['too-long', definitionOf({ facts: { codeLines: 25 } })],
    ['too-long', definitionOf({ ...method, facts: { codeLines: 20 } })],
  ])('%s', (filter, definition) => {
    expect(firstFilter(definition)).toBe(filter);
  });

  it('know each word of a list by itself, also where the list is long', () => {
    const body = [
      'demo',
      's3',
      'gpu',
      'do_not_import',
      'do_not_call',
      'plt',
      'main',
      'processpool',
    ];
    for (const word of [...body, 'multiprocessing', 'pebble'])
      expect([word, firstFilter(definitionOf({ facts: { bodyTokens: [word] } }))]).toEqual([
        ...[word, 'body-words'],
      ]);
    for (const word of ['test', 'transformer', 'https', 'http'])
      expect([word, firstFilter(definitionOf({ facts: { docstringTokens: [word] } }))]).toEqual([
        ...[word, 'docstring-words'],
      ]);
    for (const name of ['train_all', 'demonstrate', '_initialise', 'example', 'render_pep_1'])
      expect([name, firstFilter(definitionOf({ name }))]).toEqual([name, 'name-prefix']);
    const crossed = definitionOf({ facts: { bodyTokens: ['https'], docstringTokens: ['gpu'] } });
    expect(firstFilter(crossed)).toBeNull();
  });

  it.each([
    definitionOf({ ...method, signature: { text: '', parameters: [], returns: null } }),
    definitionOf({ ...method, facts: { directReturns: 0 } }),
    definitionOf({ ...method, kind: 'class-method', decorators: ['classmethod'] }),
    definitionOf({ ...method, facts: { statements: 2 } }),
    definitionOf({ facts: { directReturns: 3, constantReturns: 2 } }),
    definitionOf({ facts: { codeLines: 24 } }),
    definitionOf({ facts: { bodyTokens: ['jobs'] } }),
  ])('leaves what R2E leaves (%#)', (definition) => {
    expect(firstFilter(definition)).toBeNull();
  });

  it('each end when their switch says so, and no other', () => {
    const undocumented = definitionOf({ docstring: null, facts: { docstringTokens: [] } });
    expect(firstFilter(undocumented, { ...all, disabled: ['disable_no_docstring'] })).toBeNull();
    expect(firstFilter(undocumented, { ...all, disabled: ['disable_lines_filter'] })).toBe(
      'no-docstring',
    );
    const nested = definitionOf({ tags: ['nested-function'], name: '__x', decorators: ['x'] });
    expect(firstFilter(nested, { ...all, disabled: filterFlags })).toBe('unreachable');
    expect(filterTable.filter(({ flag }) => flag === null).map(({ id }) => id)).toEqual([
      'unreachable',
      'unreachable',
      'unconnected',
    ]);
    const elsewhere = definitionOf({ module: null, projectPath: null });
    expect(firstFilter(elsewhere, { ...all, disabled: filterFlags })).toBe('unreachable');
  });

  it('ask for connections where there is a call graph', () => {
    const connected = (count: number): string | null =>
      firstFilter(definitionOf(), { ...all, connections: new Map([[definitionOf().id, count]]) });
    expect([connected(0), connected(1)]).toEqual(['unconnected', null]);
  });
});

describe('near duplicates', () => {
  it('are left out but for the first, and say whose copies they are', () => {
    const rows = [
      { id: 'a/x', astHash: '1' },
      { id: 'b/x', astHash: '2' },
      { id: 'c/x', astHash: '1' },
    ];
    expect(withoutNearDuplicates(rows)).toEqual({
      accepted: rows.slice(0, 2),
      rejected: [{ id: 'c/x', filter: 'near-duplicate', of: 'a/x' }],
    });
  });
});
