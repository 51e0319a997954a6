import { exitCodes, NotReadyError } from '../../core/errors/errors';
import type { ExitCode } from '../../core/errors/errors';
import type { RunRecord, Store } from '../../core/ports/records';
import type { CommandContext } from '../command-context';
import type { StartedRun } from '../../lab/runs/start-run';
import type { Services } from '../../lab/services/ensure-services';
import { watchRun } from '../../lab/runs/watch-run';
import type { ProgressFacts } from '../../lab/runs/watch-run';
import { progressLines } from '../terminal/progress-lines';
import { runFace } from './run-face';
import type { PrintRun } from './print-run';
import type { RunFace } from './run-face';

export interface FollowedRun {
  readonly store: Store;
  readonly services: Services;
  readonly record: RunRecord;
  /** Drawn under the progress of a terminal; default: what its kind of work has. */
  readonly detail?: RunFace['detail'];
  /** What else is said to who leaves; default: nothing. */
  readonly leaving?: string;
}

/** Follows a run to its end; Ctrl-C leaves it running. @throws NotReadyError (`RUN_PAUSED`) if only a person can resume it */
export async function followRun(
  { output }: CommandContext,
  { store, services, record, detail = runFace(record).detail, leaving }: FollowedRun,
): Promise<void> {
  const { id: run } = record;
  const { show, figures } = runFace(record);
  const leave = (): void => {
    output.progressEnd(null);
    output.note(
      [
        'Left; the work goes on.',
        `  espalier ${show} ${run}${' '.repeat(Math.max(3, 13 - show.length))}how far it is`,
        `  espalier run resume ${run}   watch it again`,
        `  espalier run cancel ${run}   end it`,
        ...(leaving === undefined ? [] : [leaving]),
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
      lines = [...progressLines(progress), ...(await figures(store, record))];
      output.progress(lines, output.live && detail !== null ? await detail(store, record) : []);
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

export interface HowToFollow {
  /** Leave at once. */
  readonly detach: boolean;
  /** Default: as its kind of work is told of. */
  readonly print?: PrintRun;
}

/** Goes on with a run that was started; of one that had ended before, prints what became of it. */
export async function followStarted(
  context: CommandContext,
  store: Store,
  { record, services }: StartedRun,
  how: HowToFollow,
): Promise<ExitCode> {
  const { output } = context;
  if (services !== null) return followOrLeave(context, { store, services, record }, how);
  output.note(endedWords(record));
  return (how.print ?? runFace(record).print)(context, store, record.id);
}

/** Of a run that had ended before it was asked for. */
export function endedWords({ id, status }: Pick<RunRecord, 'id' | 'status'>): string {
  return status === 'cancelled'
    ? `it was cancelled: \`espalier run resume ${id}\` goes on, --fresh NAME makes a new run`
    : 'it has ended: --fresh NAME makes a new run';
}

/** Follows a run to its end and prints what became of it, or with `--detach` leaves at once. */
export async function followOrLeave(
  context: CommandContext,
  followed: FollowedRun,
  { detach, print }: HowToFollow,
): Promise<ExitCode> {
  const { record, store } = followed;
  const { id: run } = record;
  const face = runFace(record);
  if (!detach) {
    await followRun(context, followed);
    return (print ?? face.print)(context, store, run);
  }
  context.output.print(`The work goes on: espalier ${face.show} ${run}`);
  context.output.result({ run, status: 'running' });
  return exitCodes.ok;
}
