import { relevantTraces } from '../../../../activities/environment/harness/relevant-traces';
import type { TraceRecord } from '../../../../activities/environment/stored-traces';
import type { Definition } from '../../../../core/schemas/environment-definition';
import { definitionOf } from '../../../core/repository/sample-definition';

const parameter = (name: string) =>
  ({ name, kind: 'positional', annotation: null, default: null }) as const;

function definition(qualname: string, parameters: readonly string[]): Definition {
  const [owner = null, method] = qualname.includes('.') ? qualname.split('.') : [];
  return definitionOf({
    id: `m.py::${qualname}#1`,
    qualname,
    name: method ?? qualname,
    className: owner,
    signature: { text: '', parameters: parameters.map(parameter), returns: null },
  });
}

const record = (qualname: string, value: string): TraceRecord => ({
  id: `m.py::${qualname}#1`,
  call: { receiver: null, arguments: [value], keywords: {} },
  needs: {},
});

const definitions = [
  definition('join', ['parts', 'glue']),
  definition('split', ['text', 'glue']),
  definition('count', ['number']),
  definition('Box.open', ['self', 'key']),
  definition('Box.__init__', ['self', 'size']),
];
const target = (at: number): Definition => definitions[at] as Definition;

it('keeps what a function was called with itself, first, and what parameters of its names were given', () => {
  const records = [record('split', 'a'), record('count', '1'), record('join', 'b')];
  const kept = relevantTraces(records, definitions, target(0));
  expect(kept.map(({ id }) => id)).toEqual(['m.py::join#1', 'm.py::split#1']);
});

it('keeps what the class of a method was made with; that all have a self relates nobody', () => {
  const records = [record('Box.__init__', '3'), record('count', '1')];
  const kept = relevantTraces(records, definitions, target(3));
  expect(kept.map(({ id }) => id)).toEqual(['m.py::Box.__init__#1']);
});

it('takes no more of a neighbour than it needs, and no more in all than a request holds', () => {
  const many = Array.from({ length: 100 }, (_, n) => record('split', String(n)));
  expect(relevantTraces(many, definitions, target(0))).toHaveLength(40);
  const large = [record('join', 'x'.repeat(2_900_000)), record('join', 'y'.repeat(200_000))];
  expect(relevantTraces(large, definitions, target(0))).toHaveLength(1);
});
