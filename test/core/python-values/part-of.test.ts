import { errorOf, isObject, isText, partOf } from '../../../core/python-values/part-of';
import { partsBelow } from '../../../core/python-values/parts-below';
import { treeText } from '../../../core/python-values/tree-text';

const leaf = (tag: string, text: string) => ({ kind: 'leaf', tag, text });

describe('a node of a tree', () => {
  it.each<[unknown, unknown]>([
    [null, leaf('none', '')],
    [true, leaf('bool', 'true')],
    [-7, leaf('int', '-7')],
    [2 ** 53 - 1, leaf('int', '9007199254740991')],
    ['it', leaf('str', 'it')],
    [{ i: '1234567890123456' }, leaf('int', '1234567890123456')],
    [{ i: '-9007199254740993' }, leaf('int', '-9007199254740993')],
    [{ b: 'AA==' }, leaf('bytes', 'AA==')],
    [{ b: '' }, leaf('bytes', '')],
    [{ e: 'm:Colour.RED' }, leaf('enum', 'm:Colour.RED')],
    [{ y: 'builtins:len' }, leaf('named', 'builtins:len')],
    [{ up: 2 }, leaf('up', '2')],
    [{ digest: ['str', 7, 'ab'] }, leaf('digest', '["str",7,"ab"]')],
    [{ f: '-1.5e+300' }, { kind: 'float', text: '-1.5e+300' }],
    [{ f: 'inf' }, { kind: 'float', text: 'inf' }],
    [{ c: ['1.0', 'nan'] }, { kind: 'complex', parts: ['1.0', 'nan'] }],
    [[1, 2], { kind: 'sequence', tag: 'list', items: [1, 2] }],
    [{ t: [1] }, { kind: 'sequence', tag: 'tuple', items: [1] }],
    [{ fn: { method: [1] } }, { kind: 'sequence', tag: 'method', items: [1] }],
    [{ fn: { partial: [] } }, { kind: 'sequence', tag: 'partial', items: [] }],
    [{ fn: { harness: [1] } }, { kind: 'sequence', tag: 'harness', items: [1] }],
    [{ s: [1] }, { kind: 'set', tag: 'set', items: [1] }],
    [{ fs: [1] }, { kind: 'set', tag: 'frozenset', items: [1] }],
    [{ d: [['a', 1]] }, { kind: 'dict', entries: [['a', 1]] }],
    [{ o: ['m:C', 5] }, { kind: 'object', type: 'm:C', state: 5 }],
    [{ np: ['<f8', [2, 3], [1]] }, { kind: 'array', type: '<f8', shape: '2,3', data: [1] }],
    [{ opaque: 'm:Lock' }, { kind: 'opaque', type: 'm:Lock' }],
    [
      { it: { items: [1], more: true, raises: 2, returns: 3 } },
      { kind: 'iterator', items: [1], more: true, raises: 2, returns: 3 },
    ],
  ])('is read from %j', (value, part) => {
    expect(partOf(value)).toEqual(part);
  });

  it.each<[unknown]>([
    ...[2 ** 53, 0.5, '\ud800', undefined, {}, { zz: 1 }, { t: [], s: [] }].map(
      (value): [unknown] => [value],
    ),
    ...['123456789012345', '0123456789012345678', '1e20', 5].map((i): [unknown] => [{ i }]),
    ...['AA===', 'A A='].map((b): [unknown] => [{ b }]),
    ...['+1.0', '1.', 'Infinity', 1].map((f): [unknown] => [{ f }]),
    ...[['1.0'], ['1.0', 1], [1, '1.0'], ['1.0', '1.0', '1.0']].map((c): [unknown] => [{ c }]),
    ...[['str', 7], ['str', 0.5, 'ab'], ['str', 7, 'ab', 1], 'str'].map((digest): [unknown] => [
      { digest },
    ]),
    ...[0, -1, 0.5, '1'].map((up): [unknown] => [{ up }]),
    ...['t', 's', 'fs', 'd', 'fn', 'it', 'np', 'o', 'opaque', 'e', 'y'].map((tag): [unknown] => [
      { [tag]: 1 },
    ]),
    ...[[1, 2], ['m:C'], ['m:C', 1, 2], ['\ud800', 1]].map((o): [unknown] => [{ o }]),
    ...[['a'], ['a', 1, 2], 'ab'].map((entry): [unknown] => [{ d: [['b', 1], entry] }]),
    ...[{}, { method: 1 }, { other: [] }, { method: [], partial: [] }].map((fn): [unknown] => [
      { fn },
    ]),
    ...[{ items: [] }, { more: true }, { items: [], more: 1 }, { items: [], more: true, x: 1 }].map(
      (it): [unknown] => [{ it }],
    ),
    ...[
      ['<f8', [1]],
      [1, [1], []],
      ['<f8', 1, []],
      ['<f8', [0.5], []],
      ['<f8', [1], [], 1],
    ].map((np): [unknown] => [{ np }]),
  ])('is not %j', (value) => {
    expect(partOf(value)).toBeNull();
  });

  it('is told apart as object and as text', () => {
    expect([{}, [], null, 'x'].map(isObject)).toEqual([true, false, false, false]);
    expect(['x', '', '😀', '\udc00', 1].map(isText)).toEqual([true, true, true, false, false]);
  });
});

describe('an exception', () => {
  const error = { type: 'builtins:ValueError', bases: ['Exception'], message: 'no' };

  it('has its type, what it derives from, its message, and perhaps arguments', () => {
    expect(errorOf(error)).toEqual(error);
    expect(errorOf({ ...error, args: { t: [1] } })).toEqual({ ...error, args: { t: [1] } });
    expect(errorOf({ ...error, args: null })).toEqual({ ...error, args: null });
  });

  it.each<[object | null]>([
    [null],
    [{ ...error, type: 1 }],
    [{ ...error, message: undefined }],
    [{ ...error, bases: 'Exception' }],
    [{ ...error, bases: [1] }],
    [{ ...error, more: 1 }],
  ])('is not %j', (value) => {
    expect(errorOf(value)).toBeNull();
  });
});

describe('the trees below a node', () => {
  const below = (value: unknown) => {
    const part = partOf(value);
    return part === null ? undefined : partsBelow(part);
  };
  const raises = { type: 'm:E', bases: [], message: '' };

  it.each<[unknown, unknown]>([
    [1, []],
    [{ f: '1.0' }, []],
    [{ opaque: 'm:L' }, []],
    [
      [1, 2],
      [1, 2],
    ],
    [{ s: [1, 2] }, [1, 2]],
    [
      {
        d: [
          ['a', 1],
          ['b', 2],
        ],
      },
      ['a', 1, 'b', 2],
    ],
    [{ o: ['m:C', 5] }, [5]],
    [{ np: ['<f8', [1], [7]] }, [[7]]],
    [{ it: { items: [1], more: false } }, [1]],
    [{ it: { items: [1], more: false, returns: 3, raises: { ...raises, args: 4 } } }, [1, 3, 4]],
    [{ it: { items: [1], more: false, raises } }, [1]],
    [{ it: { items: [], more: false, raises: 1 } }, null],
  ])('of %j are %j', (value, trees) => {
    expect(below(value)).toEqual(trees);
  });
});

describe('the text of a tree', () => {
  it('is one for values that are equal in Python', () => {
    const equal: readonly (readonly [unknown, unknown])[] = [
      [{ f: '0.0' }, { f: '-0.0' }],
      [{ s: [1, 2] }, { s: [2, 1] }],
      [
        {
          d: [
            ['a', 1],
            ['b', 2],
          ],
        },
        {
          d: [
            ['b', 2],
            ['a', 1],
          ],
        },
      ],
      [{ fs: [{ t: [1, { f: '-0.0' }] }, 2] }, { fs: [2, { t: [1, { f: '0.0' }] }] }],
    ];
    for (const [left, right] of equal) expect(treeText(left)).toBe(treeText(right));
  });

  it('is another for values that are not', () => {
    const all: readonly unknown[] = [
      ...[null, true, 1, '1', 'none', [1], [[1]], [1, 2], [2, 1], ['1,2']],
      ...[{ t: [1, 2] }, { s: [1, 2] }, { fs: [1, 2] }, { d: [[1, 2]] }, { d: [[2, 1]] }],
      ...[{ f: '1.0' }, { c: ['1.0', '2.0'] }, { c: ['2.0', '1.0'] }, { o: ['m:C', 1] }],
      ...[{ o: ['m:D', 1] }, { o: ['m:C', 2] }, { np: ['<f8', [1], [1]] }, { b: 'AA==' }],
      ...[{ np: ['<f4', [1], [1]] }, { np: ['<f8', [2], [1]] }, { np: ['<f8', [1], [2]] }],
      ...[{ s: [[1], [2]] }, { s: [[2]] }, { y: 'm:f' }, { e: 'm:f' }, { up: 1 }],
    ];
    expect(new Set(all.map(treeText)).size).toBe(all.length);
  });

  it('is none for what is known by its identity, wherever it stands', () => {
    for (const one of [{ opaque: 'm:L' }, { it: { items: [], more: false } }, { zz: 1 }, 0.5]) {
      expect(treeText(one)).toBeNull();
      expect(treeText([1, { t: [one] }])).toBeNull();
    }
  });
});
