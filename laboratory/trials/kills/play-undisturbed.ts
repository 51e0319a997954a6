import { documentOf, type EspalierHome } from '../../home/espalier-home';
import { exportedRun, type ExportedRun, type ExportGroup } from '../../home/exported-run';
import { journalsOf } from '../../home/journal';
import { whatIsLeft } from '../../home/leftovers';
import { arrivalsOf, requestsOf } from '../../home/request-log';
import type { CommandEnd } from '../../home/running-command';

/** The result of a run when nothing happens to it. */
export interface Undisturbed {
  readonly run: string;
  readonly exported: ExportedRun;
  /** Arrivals at the model server by identity. */
  readonly arrivals: ReadonlyMap<string, number>;
  readonly document: Readonly<Record<string, unknown>>;
  readonly table: string;
  readonly left: readonly string[];
}

/** Plays runs at the same time in a home, and disposes of the home. No two of several runs may ask the same question. */
export async function playUndisturbed(
  home: EspalierHome,
  starts: readonly (readonly string[])[],
  group: ExportGroup = 'run',
): Promise<readonly Undisturbed[]> {
  try {
    const ends = await Promise.all(starts.map((start) => home.run(...start)));
    const runs = await Promise.all(
      ends.map(async (end) => {
        const document = finished(end);
        const run = String(document['run']);
        const table = (await home.run('run', 'show', run)).stdout;
        return { run, document, table, exported: await exportedRun(home, run, group) };
      }),
    );
    await home.run('down');
    const left = await whatIsLeft(home);
    const arrivals = await arrivalsByRun(home);
    return runs.map((one) => ({ ...one, left, arrivals: arrivals.get(one.run) ?? new Map() }));
  } finally {
    await home.dispose();
  }
}

/** @throws Error when a question belongs to no run, or to two */
async function arrivalsByRun(
  home: EspalierHome,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const byRun = new Map<string, Map<string, number>>();
  const journals = [...(await journalsOf(home))].map(
    ([run, calls]) => [run, new Set(calls.map(({ identity }) => identity))] as const,
  );
  for (const [identity, count] of arrivalsOf(requestsOf(home))) {
    const [run, ...more] = journals.filter(([, asked]) => asked.has(identity)).map(([id]) => id);
    if (run === undefined || more.length > 0) throw new Error(`not of one run: ${identity}`);
    byRun.set(run, (byRun.get(run) ?? new Map<string, number>()).set(identity, count));
  }
  return byRun;
}

/** @throws Error with the output of the command unless the command ended well with a completed run. */
export function finished(end: CommandEnd): Readonly<Record<string, unknown>> {
  const document = documentOf(end);
  if (end.code !== 0 || document['status'] !== 'completed') {
    throw new Error(`the run ended with ${String(end.code)}: ${end.stdout}\n${end.stderr}`);
  }
  return document;
}
