import { drawBelow, seededChance } from '../../../core/statistics/seeded-chance';
import { folded } from '../../../core/metrics/fold';
import { sumUp } from '../../../core/metrics/sum-up';

type Part = {
  readonly count: number;
  readonly list: readonly string[];
  readonly names: { readonly [name: string]: { readonly [name: string]: number } };
};

const nothing: Part = { count: 0, list: [], names: {} };
const partOf = (name: string, count: number): Part => ({
  count,
  list: [name],
  names: { [name]: { [name]: count } },
});
const parts = ['a', 'b', 'constructor', '__proto__', 'a', '__proto__'].map(partOf);

function sorted({ count, list, names }: Part): unknown {
  return [count, list.toSorted(), Object.entries(names).toSorted()];
}

describe('a sum', () => {
  it('has the counts added, the lists behind each other, and every name of any part', () => {
    expect(JSON.stringify(folded(sumUp(nothing), parts))).toBe(
      '{"count":15,"list":["a","b","constructor","__proto__","a","__proto__"],' +
        '"names":{"a":{"a":4},"b":{"b":1},"constructor":{"constructor":2},"__proto__":{"__proto__":8}}}',
    );
  });

  it('is the same whatever was added up first, and survives being written and read', () => {
    const whole = sorted(folded(sumUp(nothing), parts));
    const chance = seededChance(3);
    for (let turn = 0; turn < 30; turn += 1) {
      const open = [...parts];
      while (open.length > 1) {
        const [left] = open.splice(drawBelow(chance, open.length), 1);
        const [right] = open.splice(drawBelow(chance, open.length), 1);
        const both = folded(sumUp(nothing), [left ?? nothing, right ?? nothing]);
        open.push(JSON.parse(JSON.stringify(both)) as Part);
      }
      expect(sorted(open[0] ?? nothing)).toEqual(whole);
    }
  });

  it('leaves its parts as they were, and what stands for nothing', () => {
    const before = JSON.stringify([nothing, parts]);
    const sum = sumUp(nothing);
    for (const part of [...parts, ...parts]) sum.add(part);
    const soFar = sum.result();
    const told = JSON.stringify(soFar);
    sum.add(parts[1] ?? nothing);
    expect(sum.result().count).toBe(31);
    expect(JSON.stringify(soFar)).toBe(told);
    expect(JSON.stringify([nothing, parts])).toBe(before);
  });
});
