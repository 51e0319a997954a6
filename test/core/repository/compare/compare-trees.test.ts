import { compareTrees } from '../../../../core/repository/compare/compare-trees';
import {
  candidatePolicy,
  exactPolicy,
  policyFor,
} from '../../../../core/python-values/comparison-policy';
import type { Tree } from '../../../../core/python-values/python-value';
import { treeFault } from '../../../../core/python-values/walk-tree';
import { SeededRandom } from '../../search/seeded-random';
import { changed, leaves, malformed, randomTree, shuffled } from './random-tree';

const policies = [exactPolicy, candidatePolicy];
const same = (left: unknown, right: unknown, policy = exactPolicy): boolean =>
  compareTrees(left, right, policy) === null;

const closeTexts = [new Set(['0.0', '-0.0']), new Set(['0.1', '0.10000000000000002'])];

function floatOf(tree: Tree): string {
  return String((tree as { f?: string } | null)?.f);
}

function nested(depth: number, leaf: Tree, wrap: (inner: Tree) => Tree): Tree {
  let tree = leaf;
  for (let at = 0; at < depth; at += 1) tree = wrap(tree);
  return tree;
}

describe('comparing outcomes', () => {
  it('finds every tree equal to itself, in whatever order sets and dicts are told', () => {
    const random = new SeededRandom(1);
    for (let round = 0; round < 800; round += 1) {
      const tree = randomTree(random);
      for (const policy of policies) {
        expect(compareTrees(tree, tree, policy)).toBeNull();
        expect(compareTrees(tree, shuffled(tree), policy)).toBeNull();
      }
    }
  });

  it('notices a single part that is another one, wherever it stands', () => {
    const random = new SeededRandom(3);
    for (let round = 0; round < 800; round += 1) {
      const tree = randomTree(random);
      const other = shuffled(changed(tree, random));
      for (const policy of policies) {
        expect({ tree, other, same: same(tree, other, policy) }).toMatchObject({ same: false });
        expect(same(other, tree, policy)).toBe(false);
      }
    }
  });

  it('tells apart any two leaves, but for the zeros and the nearest floats of candidates', () => {
    for (const [at, left] of leaves.entries()) {
      for (const [other, right] of leaves.entries()) {
        expect([left, right, same(left, right)]).toEqual([left, right, at === other]);
        const pair = [floatOf(left), floatOf(right)];
        const agree =
          at === other || closeTexts.some((texts) => pair.every((text) => texts.has(text)));
        expect([left, right, same(left, right, candidatePolicy)]).toEqual([left, right, agree]);
      }
    }
  });

  it('answers alike in both directions, for trees and for what is none', () => {
    const random = new SeededRandom(2);
    const some = (): unknown => (random.chance(0.1) ? random.pick(malformed) : randomTree(random));
    let different = 0;
    for (let round = 0; round < 1_500; round += 1) {
      const [left, right] = [some(), random.chance(0.5) ? [some(), some()] : some()];
      for (const policy of policies) {
        const [there, back] = [same(left, right, policy), same(right, left, policy)];
        expect(there).toBe(back);
        if (!there) different += 1;
      }
    }
    expect(different).toBeGreaterThan(1_500);
  });

  it('takes what is no tree for a difference, also from itself', () => {
    for (const value of malformed) {
      expect(treeFault(value)).not.toBeNull();
      expect(same(value, value)).toBe(false);
      expect(same([value], [1])).toBe(false);
      expect(same({ s: [value] }, { s: [value] })).toBe(false);
      expect(same({ d: [[value, 1]] }, { d: [[value, 1]] })).toBe(false);
    }
  });

  it('has nothing equal to what cannot be compared', () => {
    const opaque = { opaque: 'm:Lock' };
    expect(same(opaque, opaque)).toBe(false);
    expect(same([opaque], [opaque])).toBe(false);
    expect(same({ s: [opaque] }, { s: [opaque] })).toBe(false);
    expect(compareTrees(opaque, 1, exactPolicy)?.kind).toBe('incomparable');
  });

  it.each([
    ['list', (inner: Tree): Tree => [inner]],
    ['tuple in a set', (inner: Tree): Tree => ({ fs: [inner] })],
    ['dict', (inner: Tree): Tree => ({ d: [['k', inner]] })],
    ['key', (inner: Tree): Tree => ({ d: [[{ t: [inner] }, 0]] })],
    ['object', (inner: Tree): Tree => ({ o: ['m:C', inner] })],
  ])('walks a %s that is 2,000 deep', (_name, wrap) => {
    const [one, two] = [nested(2_000, 1, wrap), nested(2_000, 2, wrap)];
    expect(same(one, nested(2_000, 1, wrap))).toBe(true);
    expect(same(one, two)).toBe(false);
    expect(treeFault(one)).toBeNull();
    expect(treeFault(nested(20_000, 1, wrap))).not.toBeNull();
    expect(
      same(
        nested(20_000, 1, (inner) => [inner]),
        nested(20_000, 1, (inner) => [inner]),
      ),
    ).toBe(false);
  });

  it('tells types apart that Python finds equal', () => {
    const unlike: Tree[] = [
      1,
      true,
      { f: '1.0' },
      '1',
      [1],
      { t: [1] },
      { s: [1] },
      { fs: [1] },
      null,
    ];
    for (const [at, left] of unlike.entries()) {
      for (const [other, right] of unlike.entries()) expect(same(left, right)).toBe(at === other);
    }
  });

  it('holds NaN equal to NaN, and zeros apart only where floats are exact', () => {
    expect(same({ f: 'nan' }, { f: 'nan' })).toBe(true);
    expect(same({ f: 'inf' }, { f: '-inf' }, candidatePolicy)).toBe(false);
    expect(same({ f: '0.0' }, { f: '-0.0' })).toBe(false);
    expect(same({ f: '0.0' }, { f: '-0.0' }, candidatePolicy)).toBe(true);
  });

  it('gives floats of candidates a small tolerance, not those of two runs', () => {
    const pair = [{ f: '0.3' }, { f: '0.30000000000000004' }] as const;
    expect(same(...pair)).toBe(false);
    expect(same(...pair, candidatePolicy)).toBe(true);
    expect(same({ f: '0.3' }, { f: '0.3000001' }, candidatePolicy)).toBe(false);
    expect(
      same({ np: ['<f8', [1], [pair[0]]] }, { np: ['<f8', [1], [pair[1]]] }, candidatePolicy),
    ).toBe(true);
    expect(
      same({ c: ['1.0', '0.3'] }, { c: ['1.0', '0.30000000000000004'] }, candidatePolicy),
    ).toBe(true);
  });

  it('minds the order of an OrderedDict alone', () => {
    const entries: Tree[] = [
      ['a', 1],
      [
        'b',
        {
          d: [
            ['x', 1],
            ['y', 2],
          ],
        },
      ],
    ];
    const other: Tree[] = [
      [
        'b',
        {
          d: [
            ['y', 2],
            ['x', 1],
          ],
        },
      ],
      ['a', 1],
    ];
    expect(same({ d: entries }, { d: other })).toBe(true);
    const ordered = (content: Tree): Tree => ({
      o: ['collections:OrderedDict', [{ d: content as never }, null]],
    });
    expect(same(ordered(entries), ordered(other))).toBe(false);
    expect(
      same(
        ordered(entries),
        ordered([
          ['a', 1],
          [
            'b',
            {
              d: [
                ['y', 2],
                ['x', 1],
              ],
            },
          ],
        ]),
      ),
    ).toBe(true);
  });

  it('says where the first difference is, and what stands there', () => {
    const left = { d: [['names', [{ t: [1, 'a'] }, 2]]] };
    const right = { d: [['names', [{ t: [1, 'b'] }, 3]]] };
    expect(compareTrees(left, right, exactPolicy)).toEqual({
      kind: 'value',
      place: "['names'][0][1]",
      expected: "'a'",
      actual: "'b'",
    });
    expect(compareTrees({ d: [['a', 1]] }, { d: [] }, exactPolicy)).toMatchObject({
      kind: 'key',
      expected: "'a'",
      actual: null,
    });
  });

  it('compares what an iterator gives, whether it goes on, and how it ends', () => {
    const error = { type: 'builtins:ValueError', bases: [], message: 'no' };
    const iterator = { it: { items: [1], more: false, raises: error } };
    expect(same(iterator, iterator)).toBe(true);
    expect(same(iterator, { it: { items: [1], more: false } })).toBe(false);
    expect(same(iterator, { it: { items: [1], more: true, raises: error } })).toBe(false);
    expect(
      same({ it: { items: [], more: false, returns: 1 } }, { it: { items: [], more: false } }),
    ).toBe(false);
    expect(
      same(
        { it: { items: [], more: false, returns: 1 } },
        { it: { items: [], more: false, returns: 2 } },
      ),
    ).toBe(false);
  });
});

describe('the policy for candidates of one function', () => {
  const tiny = { t: [{ f: '6.62607015e-34' }, { f: '1.0' }] };

  it('takes no zero for the smallest number that the original gives', () => {
    const zero = { t: [{ f: '0.0' }, { f: '1.0' }] };
    expect(compareTrees(tiny, zero, candidatePolicy)).toBeNull();
    expect(compareTrees(tiny, zero, policyFor([tiny]))).not.toBeNull();
    expect(compareTrees(tiny, tiny, policyFor([tiny]))).toBeNull();
  });

  it('counts both parts of a complex number', () => {
    for (const parts of [
      ['1e-30', '0.0'],
      ['0.0', '1e-30'],
    ]) {
      const small = { c: parts };
      expect(compareTrees(small, { c: ['0.0', '0.0'] }, policyFor([small]))).not.toBeNull();
    }
  });

  it('is the common one where no number is that small', () => {
    expect(policyFor([{ f: '0.5' }, { f: '0.0' }, { f: 'nan' }, { c: ['-inf', '2.0'] }])).toEqual(
      candidatePolicy,
    );
  });
});
