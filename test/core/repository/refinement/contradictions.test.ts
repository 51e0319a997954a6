import { contradictions } from '../../../../core/repository/refinement/contradictions';
import type { CapturedTypes } from '../../../../core/repository/refinement/contradictions';

const seen = (changes: Partial<CapturedTypes>): CapturedTypes => ({
  arguments: {},
  returns: [],
  raises: [],
  ...changes,
});

const ofArgument = (stated: string, ...types: string[]): readonly string[] =>
  contradictions(`Args:\n    x (${stated}): a value.`, seen({ arguments: { x: types } }));

test.each([
  ['int', 'int'],
  ['int', 'bool'],
  ['integer', 'bool'],
  ['float', 'int'],
  ['boolean', 'bool'],
  ['string', 'str'],
  ['bytes', 'bytearray'],
  ['dict', 'OrderedDict'],
  ['set', 'frozenset'],
  ['None', 'NoneType'],
  ['str, optional', 'NoneType'],
  ['int or str', 'str'],
  ['int | str', 'str'],
  ['int, str', 'str'],
  ['dict', 'collections:defaultdict'],
  ['a list of them', 'str'],
  ['int or callable', 'str'],
])('an argument that is said to be %s may be %s', (stated, type) => {
  expect(ofArgument(stated, type)).toEqual([]);
});

test.each([
  ['int', 'float'],
  ['bool', 'int'],
  ['str', 'NoneType'],
  ['list', 'tuple'],
  ['int or str', 'list'],
])('an argument that is said to be %s is not %s', (stated, type) => {
  expect(ofArgument(stated, type)).toEqual([`it says that x is ${stated}; a call had ${type}`]);
});

test('several arguments are told each; stars, and lines that continue an entry, are passed over', () => {
  const docstring = [
    'Adds.',
    '',
    '    Args:',
    '        *rest (int): the rest,',
    '            y (str): continued.',
    '        **more (str): more.',
    '        z (list): unknown to the calls.',
    '',
    '    Returns:',
    '        str: the sum.',
  ].join('\n');
  const types = { rest: ['str'], more: ['int'], y: ['int'] };
  expect(contradictions(docstring, seen({ arguments: types, returns: ['str', 'int'] }))).toEqual([
    'it says that rest is int; a call had str',
    'it says that more is str; a call had int',
    'it says that str is returned; a call gave int',
  ]);
});

test('an exception must be named by its class or by one of its base classes, if any is named', () => {
  const raises = [['pkg:TooSmall', 'builtins:ValueError'], ['builtins:KeyError']];
  const told = (text: string): readonly string[] => contradictions(text, seen({ raises }));
  expect(told('Adds.')).toEqual([]);
  expect(told('Raises:\n    ValueError: odd.\n    KeyError: none.')).toEqual([]);
  expect(told('Raises:\n    pkg.TooSmall: odd.\n    builtins.KeyError: none.')).toEqual([]);
  expect(told('Raises:\n    TypeError: odd.')).toEqual([
    'a call raised TooSmall, which Raises does not name',
    'a call raised KeyError, which Raises does not name',
  ]);
});

test('the same contradiction is told once', () => {
  const raises = [['builtins:KeyError'], ['builtins:KeyError']];
  expect(contradictions('Raises:\n    TypeError: odd.', seen({ raises }))).toHaveLength(1);
});

test.each(['Yields', 'Example', 'Examples', 'Note', 'Notes'])(
  'the section %s ends the one before',
  (heading) => {
    const docstring = `Args:\n${heading}:\n    x (int): no argument.`;
    expect(contradictions(docstring, seen({ arguments: { x: ['str'] } }))).toEqual([]);
  },
);
