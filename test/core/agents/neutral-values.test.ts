import { neutralValues } from '../../../core/agents/neutral-values';

describe('neutral values', () => {
  it('are the documented ones', () => {
    expect(neutralValues).toEqual({
      strategies: ['Solve the problem directly.'],
      reflections: ['Fix the failing tests.'],
      score: 2,
      accept: false,
    });
  });
});
