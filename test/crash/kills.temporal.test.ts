import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { eventually } from '../../laboratory/home/eventually';
import {
  commandLineOf,
  descendantsOf,
  isGone,
  killNow,
  pidOf,
  type Service,
} from '../../laboratory/home/home-processes';
import { withLogTails } from '../harness/log-tails';
import { requestsOf, unanswered } from '../../laboratory/home/request-log';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { momentOfDeath, type MomentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import {
  killAtMoment,
  crashHome,
  crashRun,
  expectSurvived,
  finished,
  undisturbedRun,
  type Undisturbed,
} from './crash-run';
import { ScenarioPool } from './scenario-pool';

/** Several kills and restarts, beside another scenario and another test file on two cores. */
const scenarioMs = 480_000;

type Scenario = (home: EspalierHome, undisturbed: Undisturbed) => Promise<readonly MomentOfDeath[]>;

/** Starts the run, kills a service when `holds` is true, and has the foreground command bring the run to its end. */
async function killInMidRun<T>(
  home: EspalierHome,
  service: Service,
  holds: (pid: number) => T | null,
): Promise<{ readonly death: MomentOfDeath; readonly seen: T }> {
  const command = home.start(...crashRun);
  const moment = await killAtMoment(home, service, holds);
  finished(await command.end);
  // By the command or by the supervisor, whoever saw it first; a command that had not looked before says nothing of it.
  const supervised = readFileSync(join(home.folder.logs, 'supervisor.log'), 'utf8');
  expect(command.notes() + supervised).toMatch(/was started again/);
  return moment;
}

/** The pids of the boxes of a worker; null while it has none. */
function boxesOf(worker: number): readonly number[] | null {
  const below = descendantsOf(worker);
  const inside = below.some((pid) => commandLineOf(pid).includes('bwrap'));
  return inside ? below : null;
}

/** True once the server has seen so much of what it will see in all. */
function share(home: EspalierHome, undisturbed: Undisturbed, part: number): true | null {
  return requestsOf(home).length >= undisturbed.arrivals.size * part ? true : null;
}

function modelCallInFlight(home: EspalierHome): true | null {
  const programs = [...unanswered(requestsOf(home), 'solver')];
  return programs.length > 0 ? true : null;
}

function criticCallInFlight(home: EspalierHome): true | null {
  const log = requestsOf(home);
  const asked = [...unanswered(log, 'critic-score'), ...unanswered(log, 'critic-verification')];
  return asked.length > 0 ? true : null;
}

const killWorkerInModelCall: Scenario = async (home) => {
  const { death } = await killInMidRun(home, 'worker', () => modelCallInFlight(home));
  expect(death.inFlight.size).toBeGreaterThan(0);
  return [death];
};

const killWorkerInCriticCall: Scenario = async (home) => {
  const { death } = await killInMidRun(home, 'worker', () => criticCallInFlight(home));
  expect(death.inFlight.size).toBeGreaterThan(0);
  return [death];
};

const killWorkerInSandboxRun: Scenario = async (home) => {
  const { death, seen } = await killInMidRun(home, 'worker', boxesOf);
  await eventually('the end of the boxes', () => (seen.every(isGone) ? true : null));
  return [death];
};

const killModelServer: Scenario = async (home, undisturbed) => {
  const { death } = await killInMidRun(home, 'model-server', () =>
    unanswered(requestsOf(home)).length > 1 ? share(home, undisturbed, 0.3) : null,
  );
  expect(death.inFlight.size).toBeGreaterThan(1);
  return [death];
};

const killEngineAt =
  (part: number): Scenario =>
  async (home, undisturbed) => {
    const { death } = await killInMidRun(home, 'engine', () => share(home, undisturbed, part));
    return [death];
  };

const loseEngineDatabase: Scenario = async (home, undisturbed) => {
  const command = home.start(...crashRun);
  const { death } = await killAtMoment(home, 'worker', () => share(home, undisturbed, 0.4));
  await killNow(command.pid);
  for (const service of ['supervisor', 'engine', 'model-server', 'worker'] as const) {
    const pid = await pidOf(home, service);
    if (pid !== null) await killNow(pid);
  }
  // A worker may have been started again between the two kills; what it had sent counts as well.
  const after = await momentOfDeath(home);
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(`${home.folder.engineDatabase}${suffix}`, { force: true });
  }
  finished(await home.run('run', 'resume', undisturbed.run, '--concurrency', '3', '--json'));
  return [death, after];
};

const killForeground: Scenario = async (home, undisturbed) => {
  const command = home.start(...crashRun);
  await eventually('some work', () => share(home, undisturbed, 0.3));
  await killNow(command.pid);
  const seen = requestsOf(home).length;
  await eventually('work without the command', () =>
    requestsOf(home).length > seen ? true : null,
  );
  finished(await home.run(...crashRun));
  return [];
};

const scenarios: Readonly<Record<string, Scenario>> = {
  'survives SIGKILL of the worker while a model call is in flight': killWorkerInModelCall,
  'survives SIGKILL of the worker while a sandbox run is in flight': killWorkerInSandboxRun,
  'survives SIGKILL of the worker while a critic call is in flight': killWorkerInCriticCall,
  'survives SIGKILL of the model server with calls in flight': killModelServer,
  'survives SIGKILL of the Temporal server early': killEngineAt(0.1),
  'survives SIGKILL of the Temporal server in the middle': killEngineAt(0.5),
  'survives SIGKILL of the Temporal server late': killEngineAt(0.9),
  "survives the loss of the engine's database, and of everything else that runs":
    loseEngineDatabase,
  'goes on when the foreground command is killed, and can be attached to again': killForeground,
};

describeWithTemporal('a run in which something is killed', () => {
  describeWithSandbox('with real processes', () => {
    const pool = new ScenarioPool(2);
    const outcomes = new Map<string, Promise<void>>();
    let undisturbed: Undisturbed;

    async function play(scenario: Scenario): Promise<void> {
      const home = crashHome();
      try {
        await withLogTails(home, async () => {
          await expectSurvived(home, undisturbed, await scenario(home, undisturbed));
        });
      } finally {
        await home.dispose();
      }
    }

    beforeAll(async () => {
      undisturbed = await undisturbedRun();
      for (const [title, scenario] of Object.entries(scenarios)) {
        const outcome = pool.add(() => play(scenario));
        // Looked at by its own test; until then a failure is nobody's.
        outcome.catch(() => undefined);
        outcomes.set(title, outcome);
      }
    }, scenarioMs);

    afterAll(() => Promise.allSettled(outcomes.values()), scenarioMs);

    it('asks every question exactly once and leaves nothing behind when nothing happens', () => {
      expect(undisturbed.document['repeatedCalls']).toBe(0);
      expect(undisturbed.arrivals.size).toBe(undisturbed.document['calls']);
      expect(new Set(undisturbed.arrivals.values())).toEqual(new Set([1]));
      expect(undisturbed.table).toMatch(/time-sensitive +none/);
      expect(undisturbed.left).toEqual([]);
    });

    it.each(Object.keys(scenarios))('%s', (title) => outcomes.get(title), 5 * scenarioMs);
  });
});
