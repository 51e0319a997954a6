import type { SimulationSummary } from '../../../core/simulation/summarise';
import { simulationCsv } from '../../../report/simulation/simulation-csv';

test('each grid point is a line, empty where nothing is known', () => {
  const point = { method: 'resample', budget: 4, programs: 2.5, questions: 3 };
  const cells = [
    {
      ...{ ...point, width: 2, maxDepth: 5, criticAccuracy: 0.75 },
      passAt1: { mean: 0.5, interval: [0.25, 0.8] },
    },
    {
      ...{ ...point, width: null, maxDepth: null, criticAccuracy: null },
      passAt1: { mean: 0.5, interval: null },
    },
  ];
  expect(simulationCsv({ cells, pairs: [] } as unknown as SimulationSummary)).toEqual([
    'method,budget,width,depth,critic_accuracy,pass_at_1,low,high,programs,questions',
    'resample,4,2,5,0.75,0.5,0.25,0.8,2.5,3',
    'resample,4,,,,0.5,,,2.5,3',
  ]);
});
