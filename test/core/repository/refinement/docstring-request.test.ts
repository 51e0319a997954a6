import {
  docstringRequest,
  readDocstring,
} from '../../../../core/repository/refinement/docstring-request';
import type { RefinementSubject } from '../../../../core/repository/refinement/docstring-request';

const subject: RefinementSubject = {
  definition: 'def add(a, b):\n    return a + b',
  signature: 'def add(a, b)',
  captured: { arguments: {}, returns: [], raises: [] },
  cases: '',
  examples: [],
};

const asked = (
  changes: Partial<RefinementSubject>,
  lacks: Parameters<typeof docstringRequest>[1] = null,
): string => docstringRequest({ ...subject, ...changes }, lacks)[1]?.content ?? '';

test('a request without facts has the function and its signature only', () => {
  const words = asked({});
  expect(words).toContain('return a + b');
  expect(words).toContain('Write the docstring of `def add(a, b)`.');
  for (const head of ['Recorded calls', 'Its tests', 'Types in', 'The last one', 'It lacks']) {
    expect(words).not.toContain(head);
  }
});

test('a request has the calls, the tests, the types and what the last docstring lacks, in this order', () => {
  const words = asked(
    {
      captured: {
        arguments: { a: ['int', 'str'], b: ['float'] },
        returns: ['list'],
        raises: [['builtins:KeyError', 'builtins:LookupError'], ['builtins:TypeError']],
      },
      cases: 'def case_0(): ...',
      examples: [
        { call: 'add(1, 2)', outcome: '3' },
        { call: 'add(0, 0)', outcome: '0' },
      ],
    },
    { docstring: 'Adds both.', words: ['first fault', 'second fault'] },
  );
  const places = [
    'return a + b',
    'add(1, 2)\n    3\nadd(0, 0)\n    0',
    'def case_0(): ...',
    'a: int, str\nb: float\nreturned: list\nraised: builtins:KeyError, builtins:TypeError',
    'Write the docstring',
    'Adds both.',
    'It lacks:\n- first fault\n- second fault',
  ].map((part) => words.indexOf(part));
  expect(places).not.toContain(-1);
  expect([...places].sort((one, other) => one - other)).toEqual(places);
});

test('only the first 4,000 characters of the tests are shown', () => {
  const words = asked({ cases: `${'a'.repeat(3_999)}bc` });
  expect(words).toContain('aab');
  expect(words).not.toContain('bc');
});

test.each([
  ['no block', null],
  ['```python\ndef f():\n    """  """\n    ...\n```', null],
  ['```python\ndef f():\n    """One."""\n```\n```python\ndef f():\n    """Two."""\n```', 'Two.'],
  ["```python\ndef f():\n    r'''One.'''\n    ...\n```", 'One.'],
  ['```python\ndef f():\n    """One."""\n```\n```python\nx = 1\n```', 'One.'],
  [
    '```python\ndef f():\n    """One.\n\n    Args:\n        x (int): it.  \n    """\n    ...\n```',
    'One.\n\nArgs:\n    x (int): it.',
  ],
])('the docstring of a reply is that of its last block that has one: %j', (reply, docstring) => {
  expect(readDocstring(reply)).toBe(docstring);
});
