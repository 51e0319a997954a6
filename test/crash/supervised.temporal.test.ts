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

const kills: readonly Service[] = [
  ...(['worker', 'engine', 'worker', 'model-server', 'worker', 'engine'] as const),
];

/** Kills the services one after the other; each time, work has gone on since the last time. */
async function killServices(home: EspalierHome): Promise<readonly MomentOfDeath[]> {
  const deaths: MomentOfDeath[] = [];
  for (const service of kills) {
    const seen = requestsOf(home).length;
    const moment = () => (requestsOf(home).length > seen ? true : null);
    deaths.push((await killAtMoment(home, service, moment)).death);
  }
  return deaths;
}

async function boot(
  home: EspalierHome,
  undisturbed: Undisturbed,
): Promise<readonly MomentOfDeath[]> {
  const due = undisturbed.arrivals.size * 0.2;
  const { death } = await killAtMoment(home, 'worker', () =>
    requestsOf(home).length >= due ? true : null,
  );
  await bootMachine(home);
  // A worker may have been started again before the machine ended; what it had sent counts as well.
  const after = await momentOfDeath(home);
  startSupervisorAlone(home);
  return [death, after];
}

describeWithTemporal('a run that nobody watches', () => {
  describeWithSandbox('in a state folder with a supervisor', () => {
    let outcome: Promise<void>;

    /** The run is left at once, the machine is booted, services die under the supervisor, and it ends by itself as if nothing had. */
    async function play(): Promise<void> {
      const undisturbed = await undisturbedRun();
      const home = crashHome();
      try {
        await withLogTails(home, async () => {
          await home.run(...crashRun, '--detach');
          const deaths = [...(await boot(home, undisturbed)), ...(await killServices(home))];
          await runBecomes(home, undisturbed.run, ({ status }) => status === 'completed');
          await expectSurvived(home, undisturbed, deaths);
        });
      } finally {
        await home.dispose();
      }
    }

    beforeAll(() => {
      outcome = play();
      // Looked at by the tests; until then a failure is nobody's.
      outcome.catch(() => undefined);
    });

    it.each([
      'its services are killed more often than five times',
      'the machine is booted, nothing is typed, and the supervisor alone is started',
    ])('ends as if nothing had happened though %s', () => outcome, longMs);
  });
});
