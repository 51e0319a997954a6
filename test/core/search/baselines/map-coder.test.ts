import { mapCoder } from '../../../../core/search/baselines/map-coder';
import type { SearchEvent, SearchState } from '../../../../core/search/method';
import { outcomeOf } from '../../../../core/kinds/search/outcome';
import { defaults, play, ref, sha, shapeOf } from '../search-player';

const shape = { ...defaults, width: 4, maxDepth: 6 };
const recalled = (...names: string[]): SearchEvent => ({
  kind: 'problems-recalled',
  examples: names.map(ref),
  calls: [],
  neutral: [],
});
const planned = (example: string | null, plan: string, confidence: number): SearchEvent => ({
  kind: 'plan-made',
  plan: { example: example === null ? null : ref(example), plan: ref(plan), confidence },
  calls: [],
  neutral: [],
});
const after = (...events: SearchEvent[]): SearchState =>
  events.reduce(mapCoder.apply, mapCoder.start(shape));

describe('map-coder', () => {
  it('recalls similar problems, then makes a plan after each', () => {
    expect(mapCoder.next(after())).toEqual({ kind: 'recall-problems', atMost: 4 });
    const two = recalled('a', 'b');
    expect(mapCoder.next(after(two))).toEqual({ kind: 'make-plan', example: ref('a') });
    expect(mapCoder.next(after(two, planned('a', 'p', 40)))).toEqual({
      kind: 'make-plan',
      example: ref('b'),
    });
  });

  it('carries the plans out by their confidence, equals in the order they were made, each once', () => {
    const state = after(
      recalled('a', 'b', 'c', 'd'),
      planned('a', 'p', 40),
      planned('b', 'q', 90),
      planned('c', 'p', 60),
      planned('d', 'r', 60),
    );
    expect(state.strategies.map(({ excerpt }) => excerpt)).toEqual(['q', 'p', 'r']);
    expect(mapCoder.next(state)).toMatchObject({
      kind: 'expand',
      expansion: { strategy: ref('q'), generator: 'solver', style: 'planned', depth: 1 },
    });
    expect(outcomeOf(state).plans?.map(({ confidence }) => confidence)).toEqual([40, 90, 60, 60]);
  });

  it('makes no more plans than programs can be made', () => {
    const start = mapCoder.start({ ...shape, budget: 2 });
    expect(mapCoder.next(start)).toEqual({ kind: 'recall-problems', atMost: 2 });
    const state = [
      recalled('a', 'b', 'c', 'd'),
      planned('a', 'p', 40),
      planned('b', 'q', 90),
    ].reduce(mapCoder.apply, start);
    expect(state.strategies).toEqual([ref('q'), ref('p')]);
    expect(mapCoder.next(state)).toMatchObject({ kind: 'expand' });
  });

  it('makes one plan alone when no similar problem was recalled', () => {
    expect(mapCoder.next(after(recalled()))).toEqual({ kind: 'make-plan', example: null });
    const state = after(recalled(), planned(null, 'p', 10));
    expect(state.strategies).toEqual([ref('p')]);
  });

  it('debugs the program of a plan five times, with the plan in view, before the next plan', () => {
    const played = play(mapCoder, {
      strategies: ['a', 'b', 'c', 'd', 'e'],
      nodes: [{ passed: 1 }],
      config: shape,
    });
    const { nodes, finish } = played.state;
    expect(nodes.map(({ depth }) => depth).slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 1, 2]);
    expect([nodes.length, finish]).toEqual([20, 'budget-exhausted']);
    expect(shapeOf(played).slice(0, 2)).toEqual(['plan like a', 'n0>-']);
    expect(played.expansions[1]).toMatchObject({
      generator: 'debugger',
      style: 'planned',
      strategy: ref('plan like a'),
      parentProgram: sha('program of n0'),
      reflect: { when: 'never' },
    });
  });

  it('ends at the first program that passes, and after the last plan', () => {
    const solved = play(mapCoder, {
      strategies: ['a', 'b'],
      nodes: [{ passed: 1 }, { passed: 4 }],
      config: shape,
    });
    expect(solved.state).toMatchObject({ finish: 'solved-visible' });
    const exhausted = play(mapCoder, {
      strategies: ['a', 'b'],
      nodes: [{ passed: 1 }],
      config: { ...shape, maxDepth: 2 },
    });
    expect(exhausted.state.nodes).toHaveLength(4);
    expect(exhausted.state.finish).toBe('frontier-empty');
  });

  it('after a reply without code has the plan carried out afresh', () => {
    const { expansions } = play(mapCoder, {
      strategies: ['a'],
      nodes: [{ passed: 0, noProgram: true }, { passed: 4 }],
      config: shape,
    });
    expect(expansions[1]).toMatchObject({ generator: 'solver', strategy: ref('plan like a') });
  });
});
