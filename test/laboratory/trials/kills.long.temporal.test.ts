import { runStruck } from '../../../laboratory/trials/kills/run-kills';
import { crashRun, undisturbedRun } from '../../crash/crash-run';
import { describeWithSandbox, describeWithTemporal } from '../../prerequisites';

jest.setTimeout(480_000);

const setting = {
  start: crashRun,
  latencyMs: 400,
  strikes: 4,
};

/** What `npm run trial -- kills` does at length. */
describeWithTemporal('a run that is struck at random', () => {
  describeWithSandbox('with real processes', () => {
    it('comes to the same end, and repeats only what was in flight at a kill', async () => {
      const undisturbed = await undisturbedRun();
      // The supervisor killed, then every service, the engine lost with its database, the worker stopped.
      const struck = await runStruck(setting, undisturbed, { seed: 298, said: () => undefined });
      expect(struck.strikes).toHaveLength(setting.strikes);
      expect(struck.faults).toEqual([]);
    });
  });
});
