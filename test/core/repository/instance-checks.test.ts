import { instanceFaults } from '../../../core/repository/instance-checks';
import type { InstanceMaterials } from '../../../core/repository/instance-checks';
import { fragmentOf } from './sample-fragment';
import { instanceOf, partOf } from './sample-instance';
import { valueOf } from './sample-records';

const expected = [[valueOf('case_0', 2)]];
const faultsOf = (
  changes: Parameters<typeof instanceOf>[0] = {},
  materials: Partial<InstanceMaterials> = {},
): readonly string[] =>
  instanceFaults(instanceOf(changes), { expected, pickled: new Map(), ...materials }).map(
    ({ check, words }) => `${check}: ${words}`,
  );

const line = '    return sum(value * weight for value, weight in pairs)';
const body = `    pairs = zip(values, weights)\n${line}`;
const run = 'return sum ( value * weight for value';

test('a sound instance has no faults, and a fault names its instance', () => {
  expect(faultsOf()).toEqual([]);
  const instance = instanceOf();
  expect(instanceFaults(instance, { expected: null, pickled: new Map() })).toEqual([
    { instance: instance.id, check: 'records', words: 'what the original did is not there' },
  ]);
});

test('records are there, for each part, for each of its cases, in order', () => {
  expect(faultsOf({}, { expected: [] })).toEqual([
    'records: there are not as many records as parts',
  ]);
  const parts = [partOf(), partOf({ cases: ['case_1', 'case_2'] })];
  const second = [valueOf('case_1', 1), valueOf('case_2', 1)];
  expect(faultsOf({ parts }, { expected: [...expected, second] })).toEqual([]);
  const other = 'records: part 1 has other records than cases';
  for (const wrong of [[...second].reverse(), second.slice(1), []]) {
    expect(faultsOf({ parts }, { expected: [...expected, wrong] })).toEqual([other]);
  }
});

test('pickled bytes that are not stored are named', () => {
  const parts = [partOf({ blobs: { a: '1'.repeat(64), b: '2'.repeat(64) } })];
  expect(faultsOf({ parts }, { pickled: new Map([['1'.repeat(64), '']]) })).toEqual([
    `records: pickled bytes ${'2'.repeat(64)} are not there`,
  ]);
});

test('an instance says where it comes from', () => {
  const commit = 'provenance: it is of a git repository and names no commit';
  expect(faultsOf({ repository: { commit: null } })).toEqual([commit]);
  const input = { kind: 'path', path: '/tools' } as const;
  expect(faultsOf({ repository: { commit: null, input } })).toEqual([]);
  const model = { name: 'm', call: '3'.repeat(64) };
  const asked = (more: object) => [
    partOf({ provenance: { generator: 'model', round: 1, ...more } }),
  ];
  expect(faultsOf({ parts: asked({ model }) })).toEqual([]);
  expect(faultsOf({ parts: asked({}) })).toEqual([
    'provenance: cases of a model do not say which call they are of',
  ]);
  expect(faultsOf({ measures: { reruns: 0 } })).toEqual(['provenance: it was never run again']);
  expect(faultsOf({ measures: { reruns: 1 } })).toEqual([]);
});

test.each(['dependency', 'full'] as const)('%s shows nothing of the body', (name) => {
  const shown = (path: string, first: number, text: string) =>
    faultsOf({
      contexts: { dependency: [], full: [], [name]: [fragmentOf(path, first, text)] },
    });
  const told = (place: string): readonly unknown[] => [
    expect.stringContaining(`fragments: ${place} shows the body: `),
  ];
  expect(shown('pkg/m.py', 12, line)).toEqual(told('pkg/m.py:12'));
  expect(shown('pkg/m.py', 13, line)).toEqual(told('pkg/m.py:13'));
  expect(shown('pkg/m.py', 14, line)).toEqual([]);
  expect(shown('pkg/m.py', 9, `${line}\n`)).toEqual(told('pkg/m.py:9'));
  expect(shown('pkg/m.py', 9, line)).toEqual([]);
  expect(shown('pkg/n.py', 12, line)).toEqual([]);
  expect(shown('pkg/n.py', 1, `x\n${body.trim()}\ny`)).toEqual([
    'fragments: pkg/n.py:1 shows the body: all of it',
  ]);
});

test('a class around the definition may say what the body says, but not in the place of the body', () => {
  const head = 'def total(values, weights):\n    """Weighs."""';
  const shown = (text: string) =>
    faultsOf({ contexts: { dependency: [fragmentOf('pkg/m.py', 5, text)], full: [] } });
  const around = (inside: string) =>
    `${'x\n'.repeat(5)}${head}\n${inside}\n\ndef other(value):\n${line}\n`;
  expect(shown(around('    raise NotImplementedError'))).toEqual([]);
  expect(shown(around(line))).toHaveLength(1);
});

test.each([
  ['the stub', { definition: { stub: body } }],
  ['the docstring', { docstring: { text: line } }],
  ['part 1', { parts: [partOf(), partOf({ source: body })] }],
])('%s repeats nothing of the body', (name, changes) => {
  const both = [...expected, ...('parts' in changes ? expected : [])];
  const [fault, ...more] = faultsOf(changes, { expected: both });
  expect(fault).toContain(`leak: ${name} repeats the body: `);
  expect(more).toEqual([]);
});

test('pickled bytes repeat nothing of the body', () => {
  const sha256 = '1'.repeat(64);
  const parts = [partOf({ blobs: { data: sha256 } })];
  const [fault] = faultsOf({ parts }, { pickled: new Map([[sha256, line]]) });
  expect(fault).toBe(`leak: bytes data repeats the body: ${run}`);
});

test('the docstring of the repository may tell what it tells, a refined one may not', () => {
  const source = [
    'def total(values, weights):',
    '    """return sum(value * weight for value, weight in pairs)"""',
    body,
    '',
  ].join('\n');
  const text = 'return sum(value * weight for value, weight in pairs)';
  const definition = { source };
  expect(faultsOf({ definition, docstring: { text, by: 'original' } })).toEqual([]);
  const [fault] = faultsOf({ definition, docstring: { text, by: 'refined' } });
  expect(fault).toContain('leak: the docstring repeats the body');
});
