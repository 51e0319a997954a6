import { fallbackValues } from '../../../core/agents/fallback-values';

describe('fallback values', () => {
  it('are the documented ones', () => {
    expect(fallbackValues).toEqual({
      strategies: ['Solve the problem directly.'],
      reflections: ['Fix the failing tests.'],
      score: 2,
      accept: false,
      guidance:
        'The program is not right yet; go through the statement once more and check every case that it names.',
    });
  });
});
