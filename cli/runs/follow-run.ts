import { asJson } from '../../core/canonical-json';
import { exitCodes, NotReadyError } from '../../core/errors';
import type { ExitCode } from '../../core/errors';
import type { Store } from '../../core/ports/records';
import { loadRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { runTableLines } from '../../report/run-table';
import type { CommandContext } from '../command-context';
import type { Services } from '../../lab/services/ensure-services';
import { watchRun } from '../../lab/runs/watch-run';
import type { ProgressFacts } from '../../lab/runs/watch-run';
import { progressLines } from '../terminal/progress-lines';

export interface FollowedRun {
  readonly store: Store;
  readonly services: Services;
  readonly run: string;
  /** Drawn under the progress of a terminal. */
  readonly detail?: () => Promise<readonly string[]>;
}

/**
 * Follows a run to its end. Ctrl-C leaves it to go on by itself.
 * @throws NotReadyError (`RUN_PAUSED`) when it waits for something that only a person can mend.
 */
export async function followRun(
  { output }: CommandContext,
  { store, services, run, detail }: FollowedRun,
): Promise<void> {
  const leave = (): void => {
    output.progressEnd(null);
    output.note(
      [
        'Left; the work goes on.',
        `  espalier run show ${run}     how far it is`,
        `  espalier run resume ${run}   watch it again`,
        `  espalier run cancel ${run}   end it`,
      ].join('\n'),
    );
    output.result({ run, status: 'running' });
    process.exit(exitCodes.ok);
  };
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  try {
    let lines: readonly string[] = [];
    const draw = async (progress: ProgressFacts): Promise<void> => {
      lines = progressLines(progress);
      output.progress(lines, output.live && detail !== undefined ? await detail() : []);
    };
    const end = await watchRun({ store, services, run, onProgress: draw });
    output.progressEnd(lines);
    if (end.kind !== 'paused') return;
    throw new NotReadyError(
      `run ${run} is paused: ${end.reason}`,
      `Mend it, then \`espalier run resume ${run}\`; nothing is lost`,
      { code: 'RUN_PAUSED' },
    );
  } finally {
    process.off('SIGINT', leave);
    process.off('SIGTERM', leave);
  }
}

/** Follows a run to its end and prints what became of it, or with `--detach` leaves at once. */
export async function followOrLeave(
  context: CommandContext,
  followed: FollowedRun,
  detach: boolean,
): Promise<ExitCode> {
  const { run, store } = followed;
  if (!detach) {
    await followRun(context, followed);
    return printRun(context, store, run);
  }
  context.output.print(`The work goes on: espalier run show ${run}`);
  context.output.result({ run, status: 'running' });
  return exitCodes.ok;
}

/** The run's table or document; the exit code says whether every problem has a verdict. */
export async function printRun(
  { output }: CommandContext,
  store: Store,
  id: string,
): Promise<ExitCode> {
  const run = await loadRun(store, id);
  for (const line of runTableLines(run)) output.print(line);
  output.result(asJson(runDocument(run)));
  return run.summary.completed === run.summary.total ? exitCodes.ok : exitCodes.failures;
}
