import { methods } from '../../../core/search/methods';
import type { Expansion, Method, SearchState } from '../../../core/search/method';
import { answerTo, carryOut, defaults, ref } from './search-player';
import type { NodeScript } from './search-player';
import { SeededRandom } from './seeded-random';

/** What was foreseen at some moment, and what came from there on, up to the next question or the end. */
interface Foreseen {
  readonly upcoming: readonly Expansion[];
  readonly came: Expansion[];
}

const atMost = 4;
const strategies = ['a', 'b', 'c', 'd', 'e'];

function randomNode(random: SeededRandom): NodeScript {
  return {
    passed: random.chance(0.08) ? 4 : random.int(4),
    noProgram: random.chance(0.1),
    accept: random.chance(0.5),
    reflections: ['x', 'y', 'z'].slice(0, 1 + random.int(3)),
  };
}

/** Plays a method in a random world, in which nobody steers. */
function foreseen(method: Method, seed: number): readonly Foreseen[] {
  const random = new SeededRandom(seed);
  const nodes = Array.from({ length: 12 }, () => randomNode(random));
  let state: SearchState = method.start({ ...defaults, budget: 12, width: 3 });
  const all: Foreseen[] = [];
  let open: Foreseen[] = [];
  const look = (): void => {
    const one = { upcoming: method.upcoming(state, atMost), came: [] };
    all.push(one);
    open.push(one);
  };
  for (;;) {
    look();
    const action = method.next(state);
    if (action.kind === 'finish') return all;
    if (action.kind === 'expand') {
      const { expansion } = action;
      for (const { came } of open) came.push(expansion);
      state = method.apply(state, { kind: 'node-scheduled', expansion });
      look();
      open.at(-1)?.came.push(expansion);
      state = method.apply(state, carryOut(expansion, nodes[expansion.ordinal] ?? { passed: 0 }));
    } else {
      open = [];
      state = method.apply(state, answerTo(action, { strategies, nodes }));
    }
  }
}

describe('the expansions that a search foresees', () => {
  const seeds = Array.from({ length: 40 }, (_, seed) => seed);

  it.each([...methods.values()])('are those that come, in their order: $name', (method) => {
    for (const { upcoming, came } of seeds.flatMap((seed) => foreseen(method, seed))) {
      // One that ended the search was the last.
      const both = Math.min(upcoming.length, came.length);
      expect(upcoming.slice(0, both)).toEqual(came.slice(0, both));
      expect(upcoming.length).toBeLessThanOrEqual(method.independent ? atMost : 1);
    }
  });

  it.each(['resample', 'strategy-list', 'code-tree-bfs', 'code-tree-dfs'])(
    'are several where none needs what came of another: %s',
    (name) => {
      const method = methods.get(name);
      if (method === undefined) throw new Error(`no method ${name}`);
      const lengths = seeds
        .flatMap((seed) => foreseen(method, seed))
        .map((one) => one.upcoming.length);
      expect(Math.max(...lengths)).toBeGreaterThan(2);
    },
  );

  it('are no more than the budget has programs', () => {
    const resample = methods.get('resample') as Method;
    const state = resample.start({ ...defaults, budget: 3 });
    expect(resample.upcoming(state, 10).map(({ node }) => node)).toEqual(['n0', 'n1', 'n2']);
  });

  it('begin with the strategy that a person has added', () => {
    const resample = methods.get('resample') as Method;
    let state = resample.start(defaults);
    state = resample.apply(state, { kind: 'strategy-added', strategy: ref('use a table') });
    const upcoming = resample.upcoming(state, 3);
    expect(upcoming.map(({ node, strategy }) => [node, strategy?.excerpt ?? null])).toEqual([
      ['n0', 'use a table'],
      ['n1', null],
      ['n2', null],
    ]);
  });
});
