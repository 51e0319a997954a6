import { withLogTails } from '../harness/log-tails';
import { describeWithTemporal } from '../prerequisites';
import {
  concurrency,
  crashHome,
  expectSurvived,
  steadyProblems,
  undisturbedRun,
} from './crash-run';
import { killedAtRandom } from './killed-at-random';

const refine = [
  ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', 'refine'],
  ...['--competence', '0.2', '--problems', steadyProblems.join(',')],
  ...['--concurrency', String(concurrency), '--json'],
];

describeWithTemporal('dialogues in a run whose services are killed at random', () => {
  it.each([
    ['execution', '5'],
    ['human', '5'],
  ])(
    'come to what they come to undisturbed, with %s feedback and %s rounds, and no answered question is asked again',
    async (feedback, rounds) => {
      const start = [...refine, '--feedback', feedback, '--max-rounds', rounds];
      const undisturbed = await undisturbedRun(start);
      expect(undisturbed.document['repeatedCalls']).toBe(0);
      const home = crashHome();
      try {
        await withLogTails(home, async () => {
          const how = { undisturbed, kills: 3, draw: () => Math.random() };
          await expectSurvived(home, undisturbed, await killedAtRandom(home, start, how));
        });
      } finally {
        await home.dispose();
      }
    },
    600_000,
  );
});
