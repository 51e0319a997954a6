import type { Definition } from '../../../core/schemas/environment-definition';

type Changes = Partial<Omit<Definition, 'facts'>> & {
  readonly facts?: Partial<Definition['facts']>;
};

/** A definition that passes every filter. */
export function definitionOf({ facts, ...changes }: Changes = {}): Definition {
  return {
    id: 'pkg/m.py::clamp#1',
    path: 'pkg/m.py',
    module: 'pkg.m',
    projectPath: 'pkg/m.py',
    qualname: 'clamp',
    name: 'clamp',
    n: 1,
    kind: 'function',
    tags: [],
    span: { start: 0, end: 100 },
    lines: { first: 1, last: 8 },
    definitionLine: 1,
    bodySpan: { start: 40, end: 100 },
    sourceHash: 'a',
    astHash: 'b',
    signature: {
      text: 'def clamp(value)',
      parameters: [{ name: 'value', kind: 'positional', annotation: null, default: null }],
      returns: null,
    },
    decorators: [],
    docstring: 'Clamps.',
    className: null,
    bases: [],
    ...changes,
    facts: {
      statements: 4,
      directReturns: 1,
      constantReturns: 0,
      returns: 1,
      yields: 0,
      codeLines: 6,
      bodyTokens: ['value', 'max'],
      docstringTokens: ['clamps'],
      secondStatementUsesSelf: false,
      thirdIsReturn: false,
      effects: [],
      callees: ['max'],
      ...facts,
    },
  };
}
