import { runStruck, runUndisturbed } from '../../trials/kills/run-kills';
import { steadyProblems } from '../crash/crash-run';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';

jest.setTimeout(480_000);

const setting = {
  start: [
    ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', 'code-tree'],
    ...['--budget', '6', '--competence', '0.3', '--problems', steadyProblems.join(',')],
    ...['--concurrency', '3', '--json'],
  ],
  latencyMs: 400,
  strikes: 4,
};

/** What `npm run trial -- kills` does at length. */
describeWithTemporal('a run that is struck at random', () => {
  describeWithSandbox('with real processes', () => {
    it('comes to the same end, and repeats only what was in flight at a kill', async () => {
      const undisturbed = await runUndisturbed(setting);
      // The worker stopped twice, the engine stopped and lost with its database; kills have tests of their own.
      const struck = await runStruck(setting, undisturbed, { seed: 12, said: () => undefined });
      expect(struck.strikes).toHaveLength(setting.strikes);
      expect(struck.faults).toEqual([]);
    });
  });
});
