import { strategyList } from '../../../../core/search/baselines/strategy-list';
import { outcomeOf } from '../../../../core/kinds/search/outcome';
import type { SearchEvent } from '../../../../core/search/method';
import { carryOut, defaults, play, proposal, ref, sha, shapeOf } from '../search-player';

const names = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `s${String(from + index)}`);

describe('strategy-list', () => {
  it('asks for as many strategies as the budget has programs, and refines none', () => {
    const played = play(strategyList, {
      strategies: names(25),
      nodes: [{ passed: 1 }],
      config: { budget: 20 },
    });
    expect(strategyList.next(strategyList.start(defaults))).toEqual({
      kind: 'propose-strategies',
      atMost: 20,
    });
    expect(shapeOf(played)).toEqual(names(20));
    expect(played.state.finish).toBe('budget-exhausted');
    expect(played.expansions.every(({ reflect }) => reflect.when === 'never')).toBe(true);
  });

  it('ends at the first program that passes the visible tests', () => {
    const { state } = play(strategyList, {
      strategies: names(20),
      nodes: [{ passed: 1 }, { passed: 4 }],
    });
    expect([state.nodes.length, state.finish]).toEqual([2, 'solved-visible']);
    expect(outcomeOf(state).answer).toBe('n1');
  });

  it('asks for others when fewer came and those are used up, until none is new', () => {
    let state = strategyList.apply(strategyList.start(defaults), proposal('a', 'b'));
    const expand = (): void => {
      const action = strategyList.next(state);
      if (action.kind !== 'expand') throw new Error(`expected an expansion, not ${action.kind}`);
      const { expansion } = action;
      state = strategyList.apply(state, { kind: 'node-scheduled', expansion });
      state = strategyList.apply(state, carryOut(expansion, { passed: 1 }));
    };
    expand();
    expand();
    expect(strategyList.next(state)).toEqual({
      kind: 'propose-strategies',
      atMost: 18,
      again: { earlier: [ref('a'), ref('b')], ordinal: 2 },
    });
    state = strategyList.apply(state, proposal('b', 'c'));
    expand();
    expect(state.nodes.map(({ strategy }) => strategy?.excerpt)).toEqual(['a', 'b', 'c']);
    state = strategyList.apply(state, proposal('c', 'a'));
    expect(state.finish).toBe('frontier-empty');
  });

  it('counts the calls of every request for strategies', () => {
    const asked = (name: string): SearchEvent => ({
      kind: 'strategies-proposed',
      strategies: [ref(name)],
      calls: [{ role: 'thinker-strategies', identity: sha(name), repair: false }],
      neutral: [],
    });
    let state = strategyList.apply(strategyList.start(defaults), asked('a'));
    const action = strategyList.next(state);
    if (action.kind !== 'expand') throw new Error('expected an expansion');
    state = strategyList.apply(state, { kind: 'node-scheduled', expansion: action.expansion });
    state = strategyList.apply(state, carryOut(action.expansion, { passed: 1 }));
    state = strategyList.apply(state, asked('b'));
    expect(state.rootCalls.map(({ identity }) => identity)).toEqual([sha('a'), sha('b')]);
  });

  it('goes on after a person aborts its last strategy in flight', () => {
    let state = strategyList.apply(strategyList.start(defaults), proposal('a'));
    const action = strategyList.next(state);
    if (action.kind !== 'expand') throw new Error('expected an expansion');
    state = strategyList.apply(state, { kind: 'node-scheduled', expansion: action.expansion });
    state = strategyList.apply(state, { kind: 'abort-steered', node: 'n0' });
    expect(state.finish).toBeNull();
    expect(strategyList.next(state)).toMatchObject({ kind: 'propose-strategies', atMost: 19 });
  });
});
