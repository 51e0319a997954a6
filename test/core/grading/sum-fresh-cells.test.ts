import { joinedProvenance, sumFreshCells } from '../../../core/grading/sum-fresh-cells';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { Provenance } from '../../../core/schemas/verdict';

const provenance: Provenance = {
  ...{ provider: 'bubblewrap', assurance: 'objects', guestHash: 'a', python: '3.11.2', seed: 1 },
  limits: visibleLimit(),
};

test('fresh cells are summed, and unknown if one part does not say', () => {
  expect(sumFreshCells([])).toEqual({ freshCells: 0 });
  expect(sumFreshCells([{ freshCells: 1 }, { freshCells: 0 }, { freshCells: 2 }])).toEqual({
    freshCells: 3,
  });
  expect(sumFreshCells([{ freshCells: 1 }, {}])).toEqual({});
});

test('several runs have the provenance of the last one and the fresh cells of all', () => {
  const earlier = [{ ...provenance, seed: 2, python: '3.9.1', freshCells: 2 }];
  expect(joinedProvenance({ ...provenance, freshCells: 1 }, earlier)).toEqual({
    ...provenance,
    freshCells: 3,
  });
  expect(joinedProvenance(provenance, earlier)).toEqual(provenance);
});
