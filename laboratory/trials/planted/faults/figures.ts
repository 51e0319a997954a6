import type { FaultArea } from '../planted-fault';
import { commands } from './commands';
import { sums } from './sums';
import { tables } from './tables';
import { reports } from './reports';
import { flags } from './flags';
import { metricFaults } from './metrics';
import { plansAndOutcomes } from './plans-and-outcomes';

/** Figures in tables, flags of commands, and times that an endpoint asks for. */
export const figures: FaultArea = {
  name: 'figures',
  faults: [
    {
      name: 'the lower bound of a comparison takes the samples of the other run',
      file: 'core/metrics/align-runs.ts',
      find: 'bestOf(row.first, first.samples)',
      replace: 'bestOf(row.first, second.samples)',
      tests: ['test/report/pair-runs.test.ts'],
    },
    {
      name: 'the upper bound of a comparison takes the samples of the other run',
      file: 'core/metrics/align-runs.ts',
      find: 'bestOf(row.second, second.samples)',
      replace: 'bestOf(row.second, first.samples)',
      tests: ['test/report/pair-runs.test.ts'],
    },
    {
      name: 'a second --assurance-of replaces the first',
      file: 'cli/request-flags.ts',
      find: 'before === undefined ? typed : `${before},${typed}`',
      replace: 'before === undefined ? typed : typed',
      tests: ['test/cli/run-flags.test.ts'],
    },
    {
      name: 'a date without a zone is read in the zone of the machine',
      file: 'llm/failures/retry-after.ts',
      find: 'Date.parse(`${value} GMT`)',
      replace: 'Date.parse(value)',
      tests: ['test/llm/failures/retry-after.test.ts'],
    },
    ...reports,
    ...flags,
    ...metricFaults,
    ...sums,
    ...commands,
    ...tables,
    ...plansAndOutcomes,
  ],
};
