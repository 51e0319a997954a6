import { exportDifference, type ExportedRun } from '../../home/exported-run';
import type { MomentOfDeath } from './moment-of-death';

/** A run that was struck, once it has ended, beside one that was not. */
export interface StruckRun {
  readonly undisturbed: {
    readonly exported: ExportedRun;
    /** By identity of the question. */
    readonly arrivals: ReadonlyMap<string, number>;
  };
  readonly exported: ExportedRun;
  /** Where something was struck; killed, its calls in flight may be asked again. */
  readonly moments: readonly MomentOfDeath[];
  /** Arrivals at the model server in the end, by identity. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** What the run's table says was sent again. */
  readonly shown: { readonly known: number; readonly atMost: number };
  readonly left: readonly string[];
}

export interface Survival {
  /** Requests in the server's log beyond the first for a question. */
  readonly repeats: number;
  readonly faults: readonly string[];
}

/** Whether what is promised of a run in which things die was kept. */
export function survival(run: StruckRun): Survival {
  const repeated = [...run.arrivals].filter(([, count]) => count > 1);
  const repeats = repeated.reduce((sum, [, count]) => sum + count - 1, 0);
  const difference = exportDifference(run.undisturbed.exported, run.exported);
  const answeredAgain = run.moments.flatMap(({ answered, arrivals }) =>
    [...answered].filter((identity) => run.arrivals.get(identity) !== arrivals.get(identity)),
  );
  const lost = run.moments.flatMap((moment) => [...moment.inFlight]);
  const inFlight = new Set(lost);
  const healthyAgain = repeated.filter(([identity]) => !inFlight.has(identity));
  const others = [...run.arrivals.keys()].filter((one) => !run.undisturbed.arrivals.has(one));
  const unasked = [...run.undisturbed.arrivals.keys()].filter((one) => !run.arrivals.has(one));
  const { known, atMost } = run.shown;
  return {
    repeats,
    faults: [
      ...(difference === null ? [] : [`the export is another one: ${difference}`]),
      ...(others.length + unasked.length === 0
        ? []
        : [
            `${String(others.length)} other questions were asked, and ${String(unasked.length)} were not`,
          ]),
      ...(answeredAgain.length === 0
        ? []
        : [`${String(new Set(answeredAgain).size)} answered calls were asked again`]),
      ...(healthyAgain.length === 0
        ? []
        : [`${String(healthyAgain.length)} calls were asked again that were in flight at no kill`]),
      ...(repeats <= lost.length
        ? []
        : [
            `${String(repeats)} repeats of ${String(lost.length)} calls that were in flight at a kill`,
          ]),
      // Of what was in flight at a kill nobody can know whether it was sent.
      ...(known <= repeats && repeats <= atMost && atMost <= repeats + lost.length
        ? []
        : [
            `the log has ${String(repeats)} repeats, the table ${String(known)} to ${String(atMost)}`,
          ]),
      ...run.left.map((what) => `left behind: ${what}`),
    ],
  };
}
