import { cot } from '../../../../core/search/baselines/cot';
import { direct } from '../../../../core/search/baselines/direct';
import { outcomeOf } from '../../../../core/kinds/search/outcome';
import { play } from '../search-player';

describe.each([
  { method: direct, style: 'plain' },
  { method: cot, style: 'reason-first' },
])('$method.name', ({ method, style }) => {
  it('makes one greedy program without Thinker or critic, whatever the budget', () => {
    const { state, expansions } = play(method, { strategies: [], nodes: [{ passed: 1 }] });
    expect(expansions).toHaveLength(1);
    expect(expansions[0]).toMatchObject({
      style,
      temperature: 0,
      critic: null,
      generator: 'solver',
      strategy: null,
      reflect: { when: 'never' },
    });
    expect(outcomeOf(state)).toMatchObject({
      finish: 'budget-exhausted',
      answer: 'n0',
      answers: ['n0'],
    });
  });

  it('says so when the program passes the visible tests', () => {
    const { state } = play(method, { strategies: [], nodes: [{ passed: 4 }] });
    expect(state.finish).toBe('solved-visible');
    expect(state.nodes[0]?.decision).toBeNull();
  });

  it('has no answer when the reply held no program', () => {
    const { state } = play(method, { strategies: [], nodes: [{ passed: 0, noProgram: true }] });
    expect(outcomeOf(state)).toMatchObject({ answer: null, answers: [null] });
  });
});
