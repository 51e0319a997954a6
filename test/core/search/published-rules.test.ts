import type { Decision } from '../../../core/schemas/search';
import { codeTree } from '../../../core/search/code-tree';
import { outcomeOf } from '../../../core/kinds/search/outcome';
import { play } from './search-player';
import type { NodeScript } from './search-player';
import { SeededRandom } from './seeded-random';

/** One search: what the k-th program comes to, whatever it was made from. */
interface Game {
  readonly width: number;
  readonly maxDepth: number;
  readonly budget: number;
  readonly strategies: readonly string[];
  readonly nodes: readonly Required<Omit<NodeScript, 'noProgram' | 'vote'>>[];
}

interface Told {
  readonly made: readonly {
    readonly from: string;
    readonly depth: number;
    readonly decision: Decision | null;
  }[];
  readonly answer: number | null;
  /** Of a search that answers as the authors' code does. */
  readonly published: number | null;
}

interface Waiting {
  /** Ordinal; null: the problem itself. */
  readonly parent: number | null;
  readonly idea: string;
  readonly depth: number;
}

/**
 * Our own transcription of the published rules (CodeTree, section 3 and the loop that its authors describe), in whole
 * numbers and without a line of the machine under test: a score is 15 x total times that of the paper's equation 7. Of a
 * search that accepts nothing `answer` is our own rule (tests passed, then the score, then the earlier), `published` that
 * of the authors' loop, which keeps the first program until one fails, and then each that fails.
 */
function byPublishedRules({ width, maxDepth, budget, strategies, nodes }: Game): Told {
  const stack: Waiting[] = strategies
    .slice(0, width)
    .map((idea): Waiting => ({ parent: null, idea, depth: 1 }))
    .reverse();
  const made: { from: string; depth: number; decision: Decision }[] = [];
  const scores: number[] = [];
  let published: number | null = null;
  while (made.length < budget) {
    const place = stack.pop();
    if (place === undefined) break;
    const ordinal = made.length;
    const { passed, total, marks, accept, reflections } = nodes[ordinal] ?? fail();
    const { parent, depth } = place;
    const parentScore = parent === null ? 0 : (scores[parent] ?? fail());
    const parentPassed =
      parent !== null && nodes[parent]?.passed === (nodes[parent] ?? fail()).total;
    let decision: Decision;
    let score: number;
    if (passed === total) {
      score = 15 * total + 5 * total;
      if (accept || (depth === maxDepth && parentPassed)) decision = 'accept';
      else decision = depth < maxDepth ? 'refine' : 'abort';
    } else if (depth === maxDepth) {
      score = 15 * passed;
      decision = 'abort';
    } else {
      score = 15 * passed + marks * total;
      const prunes = score < parentScore || (score === parentScore && depth > marks);
      decision = prunes ? 'abort' : 'refine';
    }
    scores.push(score);
    made.push({
      from: parent === null ? place.idea : `n${String(parent)}>${place.idea}`,
      depth,
      decision,
    });
    if (decision === 'accept') return { made, answer: ordinal, published: ordinal };
    if (published === null || passed < total) published = ordinal;
    if (decision !== 'refine') continue;
    for (const idea of reflections.slice(0, width).reverse()) {
      stack.push({ parent: ordinal, idea, depth: depth + 1 });
    }
  }
  let best: number | null = null;
  for (const [ordinal, score] of scores.entries()) {
    const passed = nodes[ordinal]?.passed ?? 0;
    const sofar = best === null ? -1 : (nodes[best]?.passed ?? 0);
    const better = passed > sofar || (passed === sofar && score > (scores[best ?? 0] ?? 0));
    if (better) best = ordinal;
  }
  return { made, answer: best, published };
}

function fail(): never {
  throw new Error('the game has no such node');
}

/** What the machine makes of the same game. */
function byMachine({ strategies, nodes, ...config }: Game): Told {
  const world = { strategies, nodes };
  const { state } = play(codeTree, { ...world, config });
  const byAuthors = play(codeTree, { ...world, config: { ...config, answer: 'last-failing' } });
  const ordinalOf = (answer: string | null): number | null =>
    state.nodes.find(({ id }) => id === answer)?.ordinal ?? null;
  return {
    made: state.nodes.map(({ parent, strategy, reflection, depth, decision }) => ({
      from: parent === null ? (strategy?.excerpt ?? '') : `${parent}>${reflection?.excerpt ?? ''}`,
      depth,
      decision,
    })),
    answer: ordinalOf(outcomeOf(state).answer),
    published: ordinalOf(outcomeOf(byAuthors.state).answer),
  };
}

function randomGame(random: SeededRandom): Game {
  const total = 1 + random.int(5);
  const names = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${kind}${String(index)}`);
  const width = 1 + random.int(4);
  const budget = 1 + random.int(20);
  return {
    width,
    maxDepth: 1 + random.int(4),
    budget,
    strategies: names('s', 1 + random.int(6)),
    nodes: Array.from({ length: budget }, () => ({
      passed: random.int(total + 1),
      total,
      marks: random.int(6),
      accept: random.chance(0.3),
      reflections: names('r', random.int(6)),
    })),
  };
}

describe('code-tree beside the published rules', () => {
  it('makes the same tree, decisions and answers in 20,000 random searches', () => {
    const random = new SeededRandom(12);
    const differing: Game[] = [];
    const decisions = new Set<Decision | null>();
    for (let game = 0; game < 20_000; game += 1) {
      const played = randomGame(random);
      const told = byMachine(played);
      for (const { decision } of told.made) decisions.add(decision);
      if (JSON.stringify(told) !== JSON.stringify(byPublishedRules(played))) differing.push(played);
    }
    expect(differing.slice(0, 1)).toEqual([]);
    expect(decisions).toEqual(new Set(['refine', 'abort', 'accept']));
  });

  it('aborts a strategy whose program passes nothing and is given no marks, as a child of a root that scored 0', () => {
    const lost = { passed: 0, total: 4, marks: 0, accept: false, reflections: ['r'] };
    const game = { width: 2, maxDepth: 3, budget: 2, strategies: ['a', 'b'], nodes: [lost, lost] };
    expect(byMachine(game)).toEqual(byPublishedRules(game));
    expect(byMachine(game).made.map(({ decision }) => decision)).toEqual(['abort', 'abort']);
  });
});
