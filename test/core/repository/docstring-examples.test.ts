import {
  docstringExamples,
  exampleCases,
  holds,
} from '../../../core/repository/docstring-examples';
import { definitionPlace } from '../../../core/repository/definition-place';

const docstring = `Adds.

    >>> from shop import add
    >>> numbers = [1,
    ...            2]
    >>> add(*numbers)
    3
    >>> other(1)
    1

    >>> add('a', 1)
    Traceback (most recent call last):
        ...
    TypeError: no
`;

describe('the examples of a docstring', () => {
  it('are those that name the definition and show what it gives, with what they need', () => {
    const examples = docstringExamples(docstring, 'add');
    expect(examples.map(({ expression }) => expression)).toEqual(['add(*numbers)', "add('a', 1)"]);
    expect(examples[0]?.setup).toEqual(['from shop import add', 'numbers = [1,\n           2]']);
    expect(exampleCases(examples)).toContain('    observe(repr(add(*numbers)))');
  });

  it('need only what stands before them', () => {
    const [first, second] = docstringExamples(
      ['>>> n = 1', '>>> add(n)', '1', '>>> n = 2', '>>> add(n)', '2'].join('\n'),
      'add',
    );
    expect([first?.setup, second?.setup]).toEqual([['n = 1'], ['n = 1', 'n = 2']]);
  });

  it('hold where the original prints what stands there', () => {
    const [value, error] = docstringExamples(docstring, 'add');
    const record = {
      case: 'c',
      calls: [],
      observations: ['3'],
      end: { kind: 'finished' },
    } as const;
    const type = 'builtins:TypeError';
    const raised = { type, bases: [], message: 'no' };
    if (value === undefined || error === undefined) throw new RangeError('no examples');
    expect(holds(value, record)).toBe(true);
    expect(holds(value, { ...record, observations: ['4'] })).toBe(false);
    expect(holds(error, record)).toBe(false);
    expect(holds(error, { ...record, end: { kind: 'raised', error: raised } })).toBe(true);
  });
});

describe('the id of a definition', () => {
  it('says where it is', () => {
    const place = { path: 'a/b.py', qualname: 'C.<locals>.f', n: 2 };
    expect(definitionPlace('o/r@0::a/b.py::C.<locals>.f#2')).toEqual(place);
    expect(definitionPlace('a/b.py::C.<locals>.f#2')).toEqual(place);
  });

  it.each(['', 'a.py', 'a.py::f', 'a.py::f#0', '::f#1'])('is not %j', (id) => {
    expect(() => definitionPlace(id)).toThrow(RangeError);
  });
});
