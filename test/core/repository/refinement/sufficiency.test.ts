import { sufficiency } from '../../../../core/repository/refinement/sufficiency';

test.each([
  [undefined, null],
  [{ samples: 4, accepted: 0 }, 0],
  [{ samples: 4, accepted: 1 }, 0.25],
  [{ samples: 4, accepted: 4 }, 1],
])('is the share of the written programs that are accepted: %j', (written, share) => {
  expect(sufficiency({ text: '', by: 'refined', faults: [], written })).toBe(share);
});
