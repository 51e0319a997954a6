import { Instance } from '../../../core/schemas/environment-instance';

interface Changes {
  readonly repository?: Partial<Instance['repository']>;
  readonly definition?: Partial<Instance['definition']>;
  readonly docstring?: Partial<Instance['docstring']>;
  readonly contexts?: Instance['contexts'];
  readonly parts?: Instance['harness']['parts'];
  readonly measures?: Partial<Instance['measures']>;
}

export type Part = Instance['harness']['parts'][number];

const id = `people/tools@${'c'.repeat(12)}::pkg/m.py::total#1`;
const source = [
  'def total(values, weights):',
  '    """Weighs."""',
  '    pairs = zip(values, weights)',
  '    return sum(value * weight for value, weight in pairs)',
  '',
].join('\n');

export function partOf(changes: Partial<Part> = {}): Part {
  return {
    source: 'def case_0():\n    observe(total([1], [2]))\n',
    cases: ['case_0'],
    blobs: {},
    provenance: { generator: 'hypothesis', round: 1, seed: 7 },
    ...changes,
  };
}

/** An instance in which no check finds a fault. */
export function instanceOf(changes: Changes = {}): Instance {
  return Instance.parse({
    ...{ format: 1, id, expected: 'e'.repeat(64), graded: 'd'.repeat(64) },
    repository: {
      ...{ input: { kind: 'git', url: 'https://example.test/people/tools' } },
      ...{ name: 'people/tools', commit: 'c'.repeat(40), tree: 'a'.repeat(64), licence: 'MIT' },
      ...changes.repository,
    },
    environment: { sha256: 'b'.repeat(64), lock: '1'.repeat(64), python: '3.11.2' },
    definition: {
      ...{ path: 'pkg/m.py', module: 'pkg.m', qualname: 'total', name: 'total', className: null },
      ...{ lines: { first: 10, last: 13 }, signature: 'def total(values, weights)', source },
      stub: 'def total(values, weights):\n    """Weighs."""\n    raise NotImplementedError\n',
      ...{ changed: null, ...changes.definition },
    },
    docstring: { text: 'Weighs.', by: 'original', faults: [], ...changes.docstring },
    contexts: changes.contexts ?? { dependency: [], full: [] },
    harness: {
      ...{ target: id, module: 'pkg.m', qualname: 'total' },
      parts: changes.parts ?? [partOf()],
      policy: { floats: { kind: 'exact' }, messages: 'compared' },
    },
    measures: {
      ...{ cases: 1, branchCoverage: 0.5, lineCoverage: 0.75, flakes: [], reruns: 5 },
      mutation: { killed: 9, total: 10, survivors: [] },
      ...changes.measures,
    },
  });
}
