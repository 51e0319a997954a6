import { withLogTails } from '../harness/log-tails';
import { describeWithTemporal } from '../prerequisites';
import { concurrency, crashHome, expectSurvived, undisturbedRuns } from './crash-run';
import { killedAtRandom } from './killed-at-random';

/** Never right, and shown the tests that judge, so that each dialogue has all its rounds. No two ask about the same problem. */
const refine = (feedback: string, problems: string): readonly string[] => [
  ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', 'refine'],
  ...['--competence', '0', '--feedback-tests', 'same', '--feedback', feedback],
  ...['--max-rounds', '5', '--problems', problems],
  ...['--concurrency', String(concurrency), '--json'],
];
const starts = [
  refine('execution', 'Bundled/0,Bundled/6'),
  refine('human', 'Bundled/2,Bundled/13'),
];

/** Both kinds of feedback in one home at the same time. */
async function killDialogues(): Promise<void> {
  const undisturbed = await undisturbedRuns(starts);
  for (const { document } of undisturbed) expect(document['repeatedCalls']).toBe(0);
  const home = crashHome();
  try {
    await withLogTails(home, async () => {
      const how = { undisturbed, kills: 4, draw: () => Math.random() };
      await expectSurvived(home, undisturbed, await killedAtRandom(home, starts, how));
    });
  } finally {
    await home.dispose();
  }
}

describeWithTemporal('dialogues in a run whose services are killed at random', () => {
  let outcome: Promise<void>;
  beforeAll(() => {
    outcome = killDialogues();
    // Looked at by the tests; until then a failure is nobody's.
    outcome.catch(() => undefined);
  });

  it.each([
    ['execution', '5'],
    ['human', '5'],
  ])(
    'come to what they come to undisturbed, with %s feedback and %s rounds, and no answered question is asked again',
    () => outcome,
    600_000,
  );
});
