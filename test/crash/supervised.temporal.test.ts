import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { type Service } from '../../laboratory/home/home-processes';
import { withLogTails } from '../harness/log-tails';
import { requestsOf } from '../../laboratory/home/request-log';
import { bootMachine, runBecomes, startSupervisorAlone } from '../harness/simulated-boot';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { momentOfDeath, type MomentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import {
  killAtMoment,
  crashHome,
  crashRun,
  expectSurvived,
  undisturbedRun,
  type Undisturbed,
} from './crash-run';

const longMs = 480_000;

type Scenario = (home: EspalierHome, undisturbed: Undisturbed) => Promise<readonly MomentOfDeath[]>;

const kills: readonly Service[] = [
  ...(['worker', 'engine', 'worker', 'model-server', 'worker', 'engine', 'worker'] as const),
];

const killServices: Scenario = async (home) => {
  const deaths: MomentOfDeath[] = [];
  for (const service of kills) {
    const seen = requestsOf(home).length;
    const moment = () => (requestsOf(home).length > seen ? true : null);
    deaths.push((await killAtMoment(home, service, moment)).death);
  }
  return deaths;
};

const boot: Scenario = async (home, undisturbed) => {
  const due = undisturbed.arrivals.size * 0.4;
  const { death } = await killAtMoment(home, 'worker', () =>
    requestsOf(home).length >= due ? true : null,
  );
  await bootMachine(home);
  // A worker may have been started again before the machine ended; what it had sent counts as well.
  const after = await momentOfDeath(home);
  startSupervisorAlone(home);
  return [death, after];
};

describeWithTemporal('a run that nobody watches', () => {
  describeWithSandbox('in a state folder with a supervisor', () => {
    const outcomes = new Map<Scenario, Promise<void>>();

    /** The run is left at once, things happen, and it ends by itself as if nothing had. */
    async function play(scenario: Scenario, undisturbed: Undisturbed): Promise<void> {
      const home = crashHome();
      try {
        await withLogTails(home, async () => {
          await home.run(...crashRun, '--detach');
          const deaths = await scenario(home, undisturbed);
          await runBecomes(home, undisturbed.run, ({ status }) => status === 'completed');
          await expectSurvived(home, undisturbed, deaths);
        });
      } finally {
        await home.dispose();
      }
    }

    beforeAll(async () => {
      const undisturbed = await undisturbedRun();
      for (const scenario of [killServices, boot]) {
        const outcome = play(scenario, undisturbed);
        // Looked at by its own test; until then a failure is nobody's.
        outcome.catch(() => undefined);
        outcomes.set(scenario, outcome);
      }
    }, longMs);
    afterAll(() => Promise.allSettled(outcomes.values()), longMs);

    it.each([
      ['its services are killed more often than five times', killServices],
      ['the machine is booted, nothing is typed, and the supervisor alone is started', boot],
    ])(
      'ends as if nothing had happened though %s',
      (_, scenario) => outcomes.get(scenario),
      longMs,
    );
  });
});
