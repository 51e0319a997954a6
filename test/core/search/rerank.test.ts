import { rerank } from '../../../core/search/rerank';
import { scheduledNode } from '../../../core/search/expansion';
import { agentless } from '../../../core/search/agentless';
import type { SearchNode } from '../../../core/schemas/search';
import { defaults, proposal, ref, sha } from './search-player';
import { SeededRandom } from './seeded-random';

interface Facts {
  readonly broken?: number;
  readonly resolves?: boolean;
  readonly vote?: string;
}

const expansion = agentless.upcoming(
  agentless.apply(agentless.start(defaults), proposal('A')),
  1,
)[0];

function node(ordinal: number, { broken = 0, resolves, vote }: Facts): SearchNode {
  if (expansion === undefined) throw new Error('no expansion');
  const reproduction = { passed: resolves === true ? 1 : 0, total: resolves === undefined ? 0 : 1 };
  const groups = { regression: { passed: 10 - broken, total: 10 }, reproduction };
  return {
    ...scheduledNode({ ...expansion, ordinal, node: `n${String(ordinal)}` }),
    program: sha(`program ${String(ordinal)}`),
    ...(vote === undefined ? {} : { vote }),
    visible: {
      ...{ kind: 'failed', passed: 1, total: 5, timeSensitive: false },
      ...{ feedback: ref('feedback'), groups },
    },
  };
}

function chosen(...facts: readonly Facts[]): string | undefined {
  return rerank(facts.map((one, ordinal) => node(ordinal, one)))?.id;
}

describe('the choice of agentless', () => {
  it('is a patch that breaks the fewest tests, even if others resolve the issue', () => {
    expect(chosen({ broken: 2, resolves: true }, { broken: 1, resolves: false })).toBe('n1');
  });

  it('is, of those, one that passes the reproduction test', () => {
    expect(
      chosen(
        { vote: 'a', resolves: false },
        { vote: 'a', resolves: false },
        { vote: 'b', resolves: true },
      ),
    ).toBe('n2');
  });

  it('needs no reproduction test where none is passed, or where there is none', () => {
    expect(
      chosen(
        { vote: 'a', resolves: false },
        { vote: 'b', resolves: false },
        { vote: 'b', resolves: false },
      ),
    ).toBe('n1');
    expect(chosen({ vote: 'a' }, { vote: 'b' }, { vote: 'b' })).toBe('n1');
  });

  it('is the first patch of the largest group, and of two such groups the earlier one', () => {
    expect(chosen({ vote: 'a' }, { vote: 'b' }, { vote: 'b' }, { vote: 'a' })).toBe('n0');
    expect(chosen({ vote: 'a' }, { vote: 'b' }, { vote: 'c' }, { vote: 'b' })).toBe('n1');
  });

  it('counts only those that are left among equal patches', () => {
    expect(chosen({ vote: 'a', broken: 1 }, { vote: 'a', broken: 1 }, { vote: 'b' })).toBe('n2');
  });

  it('takes patches without votes as equal if their texts are', () => {
    expect(chosen({}, {}, {})).toBe('n0');
  });

  it('counts all tests where the result says no groups', () => {
    const plain = (ordinal: number, passed: number): SearchNode => ({
      ...node(ordinal, {}),
      visible: { kind: 'failed', passed, total: 5, feedback: ref('f'), timeSensitive: false },
    });
    expect(rerank([plain(0, 1), plain(1, 3), plain(2, 3)])?.id).toBe('n1');
  });

  it('never is a patch that another one beats in both counts, and is the same in whatever order is asked', () => {
    const random = new SeededRandom(11);
    for (let trial = 0; trial < 200; trial += 1) {
      const nodes = Array.from({ length: 1 + random.int(8) }, (_, ordinal) =>
        node(ordinal, {
          broken: random.int(3),
          resolves: random.next() < 0.4,
          vote: 'abc'.charAt(random.int(3)),
        }),
      );
      const answer = rerank(nodes);
      const best = answer?.visible?.groups;
      for (const { visible } of nodes) {
        const { regression, reproduction } = visible?.groups ?? {};
        const better =
          (regression?.passed ?? 0) > (best?.regression.passed ?? 0) ||
          ((regression?.passed ?? 0) === best?.regression.passed &&
            (reproduction?.passed ?? 0) > (best?.reproduction.passed ?? 0));
        expect(better).toBe(false);
      }
    }
  });

  it('is nothing where there is no patch', () => {
    expect(rerank([])).toBeUndefined();
  });
});
