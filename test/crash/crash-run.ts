import {
  createHome,
  documentOf,
  type EspalierHome,
  type HomeOptions,
} from '../../laboratory/home/espalier-home';
import { exportedRun, type ExportedRun } from '../../laboratory/home/exported-run';
import { whatIsLeft } from '../../laboratory/home/leftovers';
import { oncePerRun } from '../harness/once-per-run';
import { arrivalsOf, requestsOf } from '../../laboratory/home/request-log';
import { killAndLook, type Service } from '../../laboratory/home/home-processes';
import { momentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import type { MomentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import { playUndisturbed, type Undisturbed } from '../../laboratory/trials/kills/play-undisturbed';
import { survival } from '../../laboratory/trials/kills/survival';

export { finished } from '../../laboratory/trials/kills/play-undisturbed';
export type { Undisturbed } from '../../laboratory/trials/kills/play-undisturbed';

/** Problems whose bank holds no program near a time limit: a verdict there may depend on the machine's load. */
export const steadyProblems = [
  'Bundled/0',
  'Bundled/2',
  'Bundled/4',
  'Bundled/6',
  'Bundled/9',
  'Bundled/13',
];
/** As few as tell what there is to tell: one that is solved at once between two that are debugged. */
const crashProblems = ['Bundled/0', 'Bundled/2', 'Bundled/6'];
/** One problem waits for its turn while two go on. */
export const concurrency = 2;

export const crashRun = [
  ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', 'code-tree'],
  ...['--budget', '6', '--competence', '0.3', '--problems', crashProblems.join(',')],
  ...['--concurrency', String(concurrency), '--json'],
];

/** A model slow enough to be killed in mid-call. */
export function crashHome(place: Pick<HomeOptions, 'root' | 'cli'> = {}): EspalierHome {
  return homeWithLatency(400, place);
}

function homeWithLatency(ms: number, place: Pick<HomeOptions, 'root' | 'cli'> = {}): EspalierHome {
  return createHome({
    ...place,
    environment: { ESPALIER_SIMULATED_LATENCY_MS: String(ms), ESPALIER_SANDBOX: 'bubblewrap' },
  });
}

/** Played once per test run for all files that ask for the same command. */
export async function undisturbedRun(start: readonly string[] = crashRun): Promise<Undisturbed> {
  const [undisturbed] = await undisturbedRuns([start]);
  if (undisturbed === undefined) throw new Error('one command is one run');
  return undisturbed;
}

/** Like `undisturbedRun`, of several runs that are played in one home at the same time. No two of them may ask the same question. */
export async function undisturbedRuns(
  starts: readonly (readonly string[])[],
): Promise<readonly Undisturbed[]> {
  const names = starts.map((start) => start.join(' ')).join(' and ');
  const played = await oncePerRun(`the undisturbed ${names}`, async () => {
    const runs = await playUndisturbed(homeWithLatency(0), starts);
    return runs.map(({ arrivals, ...rest }) => ({ ...rest, arrivals: [...arrivals] }));
  });
  return played.map(({ arrivals, ...rest }) => ({ ...rest, arrivals: new Map(arrivals) }));
}

/** Kills a service while `holds` is true. @returns what the journal and the model server's log said then */
export async function killAtMoment<T>(
  home: EspalierHome,
  service: Service,
  holds: (pid: number) => T | null,
): Promise<{ readonly death: MomentOfDeath; readonly seen: T }> {
  const { seen, looked } = await killAndLook(home, service, holds, () => momentOfDeath(home));
  return { seen, death: looked };
}

/** Everything that is promised of runs that something was killed in, all runs of their home. */
export async function expectSurvived(
  home: EspalierHome,
  undisturbed: Undisturbed | readonly Undisturbed[],
  deaths: readonly MomentOfDeath[],
): Promise<void> {
  const wanted = [undisturbed].flat();
  const runs = await Promise.all(
    wanted.map(async ({ run }) => {
      const shown = documentOf(await home.run('run', 'show', run, '--json'));
      return { run, shown, exported: await exportedRun(home, run) };
    }),
  );
  await home.run('down');
  const sum = (member: string): number =>
    runs.reduce((total, { shown }) => total + Number(shown[member]), 0);
  const { faults } = survival({
    undisturbed: {
      exported: together(wanted),
      arrivals: new Map(wanted.flatMap(({ arrivals }) => [...arrivals])),
    },
    exported: together(runs),
    moments: deaths,
    arrivals: arrivalsOf(requestsOf(home)),
    shown: { known: sum('knownRepeatedCalls'), atMost: sum('repeatedCalls') },
    left: await whatIsLeft(home),
  });
  expect(faults).toEqual([]);
  expect(Math.max(0, ...deaths.map((death) => death.inFlight.size))).toBeLessThanOrEqual(
    concurrency * runs.length,
  );
}

/** The files of several exports by run and name. */
function together(runs: readonly Pick<Undisturbed, 'run' | 'exported'>[]): ExportedRun {
  return Object.fromEntries(
    runs.flatMap(({ run, exported }) =>
      Object.entries(exported).map(([name, text]) => [`${run}/${name}`, text]),
    ),
  );
}
