import { assignMethods } from '../../../core/code-feedback/assign-methods';
import type { RowFacts } from '../../../core/code-feedback/assign-methods';
import { recipeOf, shaOf } from './row-player';

const plain = (at: number): RowFacts => ({
  ...{ id: `own/${String(at)}`, lang: '', isDialogue: false, problem: null },
});
const problem = (
  slug: string,
  tags: readonly string[],
  similar: readonly string[] = [],
): RowFacts => ({
  ...{
    id: `leetcode/${slug}`,
    lang: 'python',
    isDialogue: false,
    problem: { slug, tags, similar },
  },
});

const all = {
  pack: {},
  simulate: {},
  correct: { rows: 10 },
  similar: {},
  'follow-up': { rows: 1 },
  keep: {},
};
const assign = (rows: readonly RowFacts[], methods: object = all) =>
  assignMethods(rows, recipeOf({ methods }), shaOf);

describe('the method of a row', () => {
  it('is one at most, and partners have none of their own', () => {
    const rows = [
      ...Array.from({ length: 100 }, (_, at) => plain(at)),
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((slug) => problem(slug, ['array'])),
      { ...plain(200), isDialogue: true },
    ];
    const assigned = assign(rows);
    const places = [...assigned].flatMap(([place, { partners }]) => [place, ...partners]);
    expect(new Set(places).size).toBe(places.length);
    const counts: Record<string, number> = {};
    for (const { method } of assigned.values()) counts[method] = (counts[method] ?? 0) + 1;
    expect(counts).toMatchObject({ correct: 10, 'follow-up': 1, keep: 1 });
    expect((counts['pack'] ?? 0) + (counts['simulate'] ?? 0)).toBe(90);
    // 105 to 51, as in the paper.
    expect(counts['simulate']).toBe(Math.round((90 * 51) / 156));
  });

  it('plants each class of errors equally often', () => {
    const assigned = assign(Array.from({ length: 50 }, (_, at) => plain(at)));
    const classes: Record<string, number> = {};
    for (const { errorClass } of assigned.values()) {
      if (errorClass !== null) classes[errorClass] = (classes[errorClass] ?? 0) + 1;
    }
    expect(classes).toEqual({ syntax: 2, logical: 2, type: 2, name: 2, timeout: 2 });
  });

  it('does not change for the other rows when one is left out, if no quota is at its edge', () => {
    const rows = Array.from({ length: 60 }, (_, at) => plain(at));
    const byId = (some: readonly RowFacts[]) =>
      new Map(
        [...assign(some, { pack: {} })].map(([place, { method }]) => [some[place]?.id, method]),
      );
    const before = byId(rows);
    const after = byId(rows.filter((_, at) => at !== 30));
    before.delete('own/30');
    expect(new Map([...after].sort())).toEqual(new Map([...before].sort()));
  });

  it('chains problems that the source calls similar before those that only share a tag', () => {
    const rows = [
      problem('two-sum', ['array'], ['three-sum']),
      ...['x', 'y', 'z'].map((slug) => problem(slug, ['array'])),
      problem('three-sum', ['array'], ['two-sum']),
      problem('alone', ['tree']),
    ];
    const assigned = assign(rows, { similar: {} });
    for (const [place, { partners }] of assigned) {
      const slugs = [place, ...partners].map((at) => rows[at]?.problem?.slug);
      if (slugs[0] === 'two-sum') expect(slugs[1]).toBe('three-sum');
      if (slugs[0] === 'three-sum') expect(slugs[1]).toBe('two-sum');
      expect(slugs).not.toContain('alone');
    }
    expect(assigned.size).toBeGreaterThan(0);
  });

  it('leaves other languages to packing, because only Python runs in a session', () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({ ...plain(at), lang: 'java' }));
    expect(new Set([...assign(rows).values()].map(({ method }) => method))).toEqual(
      new Set(['pack']),
    );
  });
});
