import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { eventually } from '../../laboratory/home/eventually';
import { killNow, pidOf } from '../../laboratory/home/home-processes';
import { commandLineOf, descendantsOf, isGone } from '../../laboratory/home/machine-processes';
import type { RunningCommand } from '../../laboratory/home/running-command';
import { withLogTails } from '../harness/log-tails';
import { requestsOf, unanswered } from '../../laboratory/home/request-log';
import { inShort } from '../long';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { momentOfDeath, type MomentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import {
  killAtMoment,
  concurrency,
  crashHome,
  crashRun,
  expectSurvived,
  finished,
  undisturbedRun,
  type Undisturbed,
} from './crash-run';
import { ScenarioPool } from './scenario-pool';

const atATime = ['--concurrency', String(concurrency)];

/** Several kills and restarts, beside another scenario and another test file on two cores. */
const scenarioMs = 480_000;

/** Plays a run in which something is killed to its end. */
type Play = (home: EspalierHome, undisturbed: Undisturbed) => Promise<readonly MomentOfDeath[]>;

/** Either the command or the supervisor reports the restart, whichever noticed the death first. A command reports only what it saw running before. */
function expectStartedAgain(home: EspalierHome, command: RunningCommand, times: number): void {
  const supervised = readFileSync(join(home.folder.logs, 'supervisor.log'), 'utf8');
  const notes = (command.notes() + supervised).match(/was started again/g) ?? [];
  expect(notes.length).toBeGreaterThanOrEqual(times);
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

/** The worker is killed at one moment of each kind, in the order in which they come. */
const killWorker: Play = async (home) => {
  const command = home.start(...crashRun);
  const deaths: MomentOfDeath[] = [];
  const boxes: (readonly number[])[] = [];
  const moments = new Map<string, (pid: number) => true | readonly number[] | null>([
    ['model call', () => modelCallInFlight(home)],
    ['sandbox run', boxesOf],
    ['critic call', () => criticCallInFlight(home)],
  ]);
  while (moments.size > 0) {
    const { death, seen } = await killAtMoment(home, 'worker', (pid) => {
      for (const [kind, holds] of moments) {
        const found = holds(pid);
        if (found !== null) return { kind, found };
      }
      return null;
    });
    moments.delete(seen.kind);
    deaths.push(death);
    if (seen.found === true) expect(death.inFlight.size).toBeGreaterThan(0);
    else boxes.push(seen.found);
  }
  finished(await command.end);
  expectStartedAgain(home, command, deaths.length);
  expect(boxes).toHaveLength(1);
  await eventually('the end of the boxes', () => (boxes.flat().every(isGone) ? true : null));
  return deaths;
};

/** Early, in the middle and late. */
const killEngine: Play = async (home, undisturbed) => {
  const command = home.start(...crashRun);
  const deaths: MomentOfDeath[] = [];
  for (const part of [0.1, 0.5, 0.9]) {
    const { death } = await killAtMoment(home, 'engine', () => share(home, undisturbed, part));
    deaths.push(death);
  }
  finished(await command.end);
  expectStartedAgain(home, command, deaths.length);
  return deaths;
};

/** The model server is killed, and the command once that is up again. */
const killServerAndForeground: Play = async (home, undisturbed) => {
  const command = home.start(...crashRun);
  const { death } = await killAtMoment(home, 'model-server', () =>
    unanswered(requestsOf(home)).length > 1 ? share(home, undisturbed, 0.2) : null,
  );
  expect(death.inFlight.size).toBeGreaterThan(1);
  const again = requestsOf(home).length + 1;
  await eventually('some work', () =>
    requestsOf(home).length > again ? share(home, undisturbed, 0.3) : null,
  );
  expectStartedAgain(home, command, 1);
  await killNow(command.pid);
  const seen = requestsOf(home).length;
  await eventually('work without the command', () =>
    requestsOf(home).length > seen ? true : null,
  );
  finished(await home.run(...crashRun));
  return [death];
};

const loseEngineDatabase: Play = async (home, undisturbed) => {
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
  finished(await home.run('run', 'resume', undisturbed.run, ...atATime, '--json'));
  return [death, after];
};

/** What is killed by itself in a run that goes on is killed in one run, one after the other. */
const plays: Readonly<Record<string, Play>> = {
  'survives SIGKILL of the worker while a model call is in flight': killWorker,
  'survives SIGKILL of the worker while a sandbox run is in flight': killWorker,
  'survives SIGKILL of the worker while a critic call is in flight': killWorker,
  'survives SIGKILL of the model server with calls in flight': killServerAndForeground,
  'survives SIGKILL of the Temporal server early': killEngine,
  'survives SIGKILL of the Temporal server in the middle': killEngine,
  'survives SIGKILL of the Temporal server late': killEngine,
  "survives the loss of the engine's database, and of everything else that runs":
    loseEngineDatabase,
  'goes on when the foreground command is killed, and can be attached to again':
    killServerAndForeground,
};

const tried = inShort(
  Object.entries(plays),
  ([, play]) => play === killWorker || play === loseEngineDatabase,
);

describeWithTemporal('a run in which something is killed', () => {
  describeWithSandbox('with real processes', () => {
    const pool = new ScenarioPool(2);
    const outcomes = new Map<Play, Promise<void>>();
    let undisturbed: Undisturbed;

    async function survives(play: Play): Promise<void> {
      const home = crashHome();
      try {
        await withLogTails(home, async () => {
          await expectSurvived(home, undisturbed, await play(home, undisturbed));
        });
      } finally {
        await home.dispose();
      }
    }

    beforeAll(async () => {
      undisturbed = await undisturbedRun();
      for (const play of new Set(tried.map(([, one]) => one))) {
        const outcome = pool.add(() => survives(play));
        // Looked at by its own test; until then a failure is nobody's.
        outcome.catch(() => undefined);
        outcomes.set(play, outcome);
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

    it.each(tried)('%s', (_, play) => outcomes.get(play), 5 * scenarioMs);
  });
});
