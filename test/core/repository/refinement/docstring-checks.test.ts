import { docstringComplaints } from '../../../../core/repository/refinement/docstring-checks';
import type { DocstringFacts } from '../../../../core/repository/refinement/docstring-checks';

const factsOf = (changes: Partial<DocstringFacts> = {}): DocstringFacts => ({
  docstring: 'Adds.',
  leaked: null,
  examples: [],
  captured: { arguments: {}, returns: [], raises: [] },
  written: null,
  ...changes,
});

const example = (wanted: string, got: string) =>
  docstringComplaints(factsOf({ examples: [{ source: ' add(1)\n', wanted, got }] }));

test('a docstring without faults has no complaints', () => {
  expect(docstringComplaints(factsOf())).toEqual([]);
});

test.each([
  [null, []],
  [{ samples: 0, accepted: 0 }, []],
  [{ samples: 3, accepted: 1 }, []],
  [{ samples: 1, accepted: 0 }, ['under-specified']],
])('it says too little if programs were written and none is accepted: %j', (written, faults) => {
  expect(docstringComplaints(factsOf({ written })).map(({ fault }) => fault)).toEqual(faults);
});

test.each([
  ['3', '3'],
  ['[1,\n    2]\n', '[1, 2]'],
  ['', ''],
])('an example holds if only white space differs: %j', (wanted, got) => {
  expect(example(wanted, got)).toEqual([]);
});

test('an example with another result is told with both results', () => {
  expect(example('3\n', '4')).toEqual([
    { fault: 'wrong-example', words: 'the example add(1) gives 4, not 3' },
  ]);
});

test('of an exception the last line has to be the same', () => {
  const trace = 'Traceback (most recent call last):\n  ...\nValueError: odd';
  expect(example(trace, 'ValueError: odd')).toEqual([]);
  expect(example(trace, 'ValueError: even')).toHaveLength(1);
  expect(example('ValueError: odd', 'other\nValueError: odd')).toHaveLength(1);
});

test('all faults are told, the gravest first', () => {
  const complaints = docstringComplaints(
    factsOf({
      docstring: 'Adds.\n\nReturns:\n    int: the sum.\n',
      leaked: 'return a + b',
      examples: [{ source: 'add(1)', wanted: '3', got: '4' }],
      captured: { arguments: {}, returns: ['str'], raises: [] },
      written: { samples: 2, accepted: 0 },
    }),
  );
  expect(complaints).toEqual([
    {
      fault: 'under-specified',
      words: 'none of 2 programs that were written from it alone does the same as the function',
    },
    { fault: 'wrong-example', words: 'the example add(1) gives 4, not 3' },
    { fault: 'leak', words: 'it repeats code of the body: return a + b' },
    { fault: 'contradiction', words: 'it says that int is returned; a call gave str' },
  ]);
});
