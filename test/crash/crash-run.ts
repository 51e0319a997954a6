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
import type { CommandEnd } from '../../laboratory/home/running-command';
import { momentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import type { MomentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import { survival } from '../../laboratory/trials/kills/survival';

/** Problems whose bank holds no program near a time limit: a verdict there may depend on the machine's load. */
export const steadyProblems = [
  'Bundled/0',
  'Bundled/2',
  'Bundled/4',
  'Bundled/6',
  'Bundled/9',
  'Bundled/13',
];
export const concurrency = 3;

export const crashRun = [
  ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', 'code-tree'],
  ...['--budget', '6', '--competence', '0.3', '--problems', steadyProblems.join(',')],
  ...['--concurrency', String(concurrency), '--json'],
];

/** A model slow enough to be killed in mid-call. */
export function crashHome(place: Pick<HomeOptions, 'root' | 'cli'> = {}): EspalierHome {
  return createHome({
    ...place,
    environment: { ESPALIER_SIMULATED_LATENCY_MS: '400', ESPALIER_SANDBOX: 'bubblewrap' },
  });
}

/** What the run comes to when nothing happens to it. */
export interface Undisturbed {
  readonly run: string;
  readonly exported: ExportedRun;
  /** Arrivals at the model server by identity. */
  readonly arrivals: ReadonlyMap<string, number>;
  readonly document: Readonly<Record<string, unknown>>;
  readonly table: string;
  readonly left: readonly string[];
}

/** Played once per test run for all files that ask for the same command. */
export async function undisturbedRun(start: readonly string[] = crashRun): Promise<Undisturbed> {
  const { arrivals, ...rest } = await oncePerRun(`the undisturbed ${start.join(' ')}`, async () => {
    const undisturbed = await playUndisturbed(start);
    return { ...undisturbed, arrivals: [...undisturbed.arrivals] };
  });
  return { ...rest, arrivals: new Map(arrivals) };
}

async function playUndisturbed(start: readonly string[]): Promise<Undisturbed> {
  const home = crashHome();
  try {
    const end = await home.run(...start);
    const document = finished(end);
    const run = String(document['run']);
    const table = (await home.run('run', 'show', run)).stdout;
    const exported = await exportedRun(home, run);
    await home.run('down');
    const arrivals = arrivalsOf(requestsOf(home));
    return { run, exported, arrivals, document, table, left: await whatIsLeft(home) };
  } finally {
    await home.dispose();
  }
}

/** @throws Error with the command's words unless it ended well with a completed run. */
export function finished(end: CommandEnd): Readonly<Record<string, unknown>> {
  const document = documentOf(end);
  if (end.code !== 0 || document['status'] !== 'completed') {
    throw new Error(`the run ended with ${String(end.code)}: ${end.stdout}\n${end.stderr}`);
  }
  return document;
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

/** Everything that is promised of a run that something was killed in. */
export async function expectSurvived(
  home: EspalierHome,
  undisturbed: Undisturbed,
  deaths: readonly MomentOfDeath[],
): Promise<void> {
  const shown = documentOf(await home.run('run', 'show', undisturbed.run, '--json'));
  const exported = await exportedRun(home, undisturbed.run);
  await home.run('down');
  const { faults } = survival({
    undisturbed,
    exported,
    moments: deaths,
    arrivals: arrivalsOf(requestsOf(home)),
    shown: { known: Number(shown['knownRepeatedCalls']), atMost: Number(shown['repeatedCalls']) },
    left: await whatIsLeft(home),
  });
  expect(faults).toEqual([]);
  expect(Math.max(0, ...deaths.map((death) => death.inFlight.size))).toBeLessThanOrEqual(
    concurrency,
  );
}
