import { neutralValues } from '../../../core/agents/neutral-values';

describe('neutral values', () => {
  it('are the documented ones', () => {
    expect(neutralValues).toEqual({
      strategies: ['Solve the problem directly.'],
      reflections: ['Fix the failing tests.'],
      score: 2,
      accept: false,
      guidance:
        'The program is not right yet; go through the statement once more and check every case that it names.',
    });
  });
});
