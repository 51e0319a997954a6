import { inPlace } from '../../../core/metrics/placed';

describe('attempts that a table names', () => {
  it('are in order of position, and of problem and sample where several have one', () => {
    const [tenth, ninth] = [
      { position: 10, problem: 'p10', sample: 0 },
      { position: 9, problem: 'p9', sample: 0 },
    ];
    const [second, first, other] = [
      { position: 9, problem: 'p8', sample: 10 },
      { position: 9, problem: 'p8', sample: 9 },
      { position: 9, problem: 'p80', sample: 0 },
    ];
    expect(inPlace([tenth, ninth, other, second, first])).toEqual([
      first,
      second,
      other,
      ninth,
      tenth,
    ]);
  });
});
