import { availableParallelism } from 'node:os';

import { programsAtOnce } from '../../config/programs-at-once';

describe('the programs that a worker runs at a time', () => {
  it.each([
    [1, 2],
    [2, 2],
    [3, 3],
  ])('with %i slots are %i', (slots, programs) => {
    expect(programsAtOnce({ ESPALIER_SANDBOX_SLOTS: slots })).toBe(programs);
  });

  it('are one per core when nobody says, and two at least', () => {
    const programs = programsAtOnce({ ESPALIER_SANDBOX_SLOTS: undefined });
    expect(programs).toBe(Math.max(2, availableParallelism()));
  });
});
