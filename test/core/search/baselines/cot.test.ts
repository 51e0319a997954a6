import { cot } from '../../../../core/search/baselines/cot';
import { play } from '../search-player';

describe('cot', () => {
  it('asks the model to reason before it writes', () => {
    const { expansions } = play(cot, { strategies: [], nodes: [{ passed: 4 }] });
    expect(expansions.map(({ style }) => style)).toEqual(['reason-first']);
  });
});
