import type { Method, SearchEvent, SearchState } from '../../../core/search/method';
import { methods } from '../../../core/search/methods';
import { outcomeOf } from '../../../core/kinds/search/outcome';
import { canAbort, canAccept } from '../../../core/search/steering';
import { answerTo, carryOut, defaults, proposal, ref } from './search-player';
import type { NodeScript } from './search-player';
import { SeededRandom } from './seeded-random';

function anyNode(random: SeededRandom): NodeScript {
  const total = 1 + random.int(4);
  return {
    passed: random.chance(0.15) ? total : random.int(total),
    total,
    marks: random.int(6),
    accept: random.chance(0.2),
    reflections: Array.from({ length: random.int(4) }, (_, index) => `r${String(index)}`),
    noProgram: random.chance(0.1),
  };
}

function anySteering(random: SeededRandom, state: SearchState): SearchEvent {
  const node = `n${String(random.int(state.nodes.length + 2))}`;
  const kind = random.int(20);
  if (kind === 0) return { kind: 'cancelled' };
  if (kind <= 2) return { kind: 'accept-steered', node };
  if (kind <= 8) return { kind: 'strategy-added', strategy: ref(`added ${String(random.int(9))}`) };
  return { kind: 'abort-steered', node };
}

interface Random {
  readonly states: readonly SearchState[];
  readonly events: readonly SearchEvent[];
}

/** A search in a random world, steered at random places when `steering` > 0. */
function playAtRandom(method: Method, seed: number, steering: number): Random {
  const random = new SeededRandom(seed);
  const config = {
    budget: 1 + random.int(12),
    maxDepth: 1 + random.int(4),
    width: 1 + random.int(4),
  };
  const states = [method.start(config)];
  const events: SearchEvent[] = [];
  const now = (): SearchState => states.at(-1) ?? method.start(config);
  const apply = (event: SearchEvent): void => {
    events.push(event);
    states.push(method.apply(now(), event));
  };
  const steer = (): void => {
    while (random.chance(steering)) apply(anySteering(random, now()));
  };
  for (let step = 0; step < 500; step += 1) {
    const action = method.next(now());
    if (action.kind === 'finish') return { states, events };
    steer();
    if (action.kind !== 'expand') {
      const count = 1 + random.int(5);
      const again = action.kind === 'propose-strategies' ? (action.again?.ordinal ?? 0) : 0;
      const strategies = Array.from({ length: count }, (_, index) => `s${String(again + index)}`);
      apply(answerTo(action, { strategies, nodes: [anyNode(random)] }));
    } else {
      apply({ kind: 'node-scheduled', expansion: action.expansion });
      steer();
      if (now().inFlight?.node === action.expansion.node) {
        apply(carryOut(action.expansion, anyNode(random)));
      } else if (random.chance(0.5)) {
        apply(carryOut(action.expansion, anyNode(random)));
      }
    }
    steer();
  }
  throw new Error(`${method.name} with seed ${String(seed)} does not end`);
}

/** The node and the nodes that it was made from, by their parents' names. */
function lineage(state: SearchState, node: string | null): readonly string[] {
  if (node === null) return [];
  const parent = state.nodes.find(({ id }) => id === node)?.parent ?? null;
  return [node, ...lineage(state, parent)];
}

/**
 * Abort prunes a node and its waiting descendants and cancels what is in flight: there is something to do while the
 * node or one made from it is in flight, or a place waits whose program would be made from either. Written from the
 * rules of steering, upwards from each piece of work, and not from the code's own answer.
 */
function mayAbort(state: SearchState, node: string): boolean {
  if (state.finish !== null) return false;
  const work = [
    state.inFlight?.node ?? null,
    ...state.frontier.map(({ parent }) => parent),
    ...(state.toReflect ?? []),
  ];
  return work.some((made) => lineage(state, made).includes(node));
}

/** Accept needs a node with a program, and a search that has not ended. */
function mayAccept(state: SearchState, node: string): boolean {
  const programs = state.nodes.flatMap(({ id, program }) => (program === null ? [] : [id]));
  return state.finish === null && programs.includes(node);
}

const seeds = Array.from({ length: 60 }, (_, seed) => seed);

describe.each([...methods.values()])('$name, in random worlds', (method) => {
  describe.each([
    { how: 'left alone', steering: 0 },
    { how: 'steered at random', steering: 0.3 },
  ])('$how', ({ steering }) => {
    const games = seeds.map((seed) => playAtRandom(method, seed, steering));
    const ends = games.map(({ states }) => states.at(-1) ?? method.start(defaults));

    it('ends, within the budget, with ordinals 0 to n-1 in order', () => {
      for (const state of ends) {
        expect(state.finish).not.toBeNull();
        expect(state.nodes.length).toBeLessThanOrEqual(state.config.budget);
        expect(state.nodes.map(({ ordinal }) => ordinal)).toEqual([...state.nodes.keys()]);
        expect(state.nodes.map(({ id }) => id)).toEqual(
          [...state.nodes.keys()].map((ordinal) => `n${String(ordinal)}`),
        );
      }
    });

    it('has one answer per generated program, each a node that was there with a program', () => {
      for (const state of ends) {
        const { answers, answer, nodes } = outcomeOf(state);
        expect(answers).toHaveLength(nodes.length);
        if (answers.length > 0) expect(answers.at(-1)).toBe(answer);
        answers.forEach((id, index) => {
          if (id === null) return;
          const node = nodes.find((made) => made.id === id);
          expect(node?.program).not.toBeNull();
          expect(node?.ordinal).toBeLessThanOrEqual(index);
        });
      }
    });

    it('never shows a waiting place whose parent is not a made node, nor one under an aborted one', () => {
      for (const { states } of games) {
        for (const state of states) {
          for (const { parent } of state.frontier) {
            if (parent === null) continue;
            const node = state.nodes.find(({ id }) => id === parent);
            expect(node).toBeDefined();
            expect(node?.steered).not.toBe('aborted');
            expect(state.inFlight?.node).not.toBe(parent);
          }
        }
      }
    });

    it('gives the same state when the same events come again', () => {
      for (const { states, events } of games.slice(0, 40)) {
        let again = states[0] ?? method.start(defaults);
        events.forEach((event, index) => {
          again = method.apply(again, event);
          expect(JSON.stringify(again)).toBe(JSON.stringify(states[index + 1]));
        });
      }
    });

    it('goes on the same from a state that has been through JSON', () => {
      for (const { states, events } of games.slice(0, 40)) {
        let again = states[0] ?? method.start(defaults);
        for (const event of events) {
          const copy = JSON.parse(JSON.stringify({ again, event })) as {
            again: SearchState;
            event: SearchEvent;
          };
          again = method.apply(copy.again, copy.event);
        }
        expect(again).toEqual(states.at(-1));
      }
    });

    it('counts exactly the events that changed something', () => {
      for (const { states } of games) {
        states.slice(1).forEach((state, index) => {
          const before = states[index];
          expect(state.events).toBe((before?.events ?? 0) + (state === before ? 0 : 1));
        });
      }
    });

    it('changes no state that was handed out before', () => {
      for (const { states, events } of games.slice(0, 20)) {
        const copies = states.map((state) => JSON.stringify(state));
        events.forEach((event, index) => {
          const before = states[index];
          if (before !== undefined) method.apply(before, event);
        });
        expect(states.map((state) => JSON.stringify(state))).toEqual(copies);
      }
    });

    it('takes exactly the steering that the rules allow', () => {
      for (const { states, events } of games) {
        events.forEach((event, index) => {
          const before = states[index];
          if (before === undefined) return;
          const changed = states[index + 1] !== before;
          if (event.kind === 'abort-steered') {
            expect(changed).toBe(mayAbort(before, event.node));
            expect(canAbort(before, event.node)).toBe(changed);
          }
          if (event.kind === 'accept-steered') {
            expect(changed).toBe(mayAccept(before, event.node));
            expect(canAccept(before, event.node)).toBe(changed);
          }
        });
      }
    });
  });
});

describe('a search state', () => {
  it('stays small: the widest, deepest search of the defaults with full excerpts is below 100 KB', () => {
    const method = methods.get('code-tree');
    if (method === undefined) throw new Error('code-tree is missing');
    const long = (text: string) => text.padEnd(400, 'x');
    let state = method.start(defaults);
    let largest = 0;
    for (;;) {
      const action = method.next(state);
      if (action.kind === 'finish') break;
      const many = Array.from({ length: 10 }, (_, index) => long(String(index)));
      if (action.kind !== 'expand') state = method.apply(state, proposal(...many));
      else {
        const { expansion } = action;
        state = method.apply(state, { kind: 'node-scheduled', expansion });
        state = method.apply(state, carryOut(expansion, { passed: 1, reflections: many }));
      }
      largest = Math.max(largest, JSON.stringify(state).length);
    }
    expect(state.nodes).toHaveLength(20);
    expect(largest).toBeLessThan(100_000);
  });
});
