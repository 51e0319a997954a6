import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import type { ExitCode } from '../../core/errors/errors';
import type { RunRecord, Store } from '../../core/ports/records';
import type { WorkKind } from '../../core/schemas/run';
import { loadShownRun } from '../../lab/runs/load-shown-run';
import { runDocument } from '../../report/run-document';
import { runTableLines } from '../../report/run-table';
import type { CommandContext } from '../command-context';
import { functionFigures, repositoryLines } from './environment-progress';
import type { PrintRun } from './print-run';

/** How commands for runs of any kind tell of one. */
export interface RunFace {
  readonly print: PrintRun;
  /** The command that shows how far it is. */
  readonly show: string;
  /** More figures on how far it is, a line each. */
  readonly figures: (store: Store, run: RunRecord) => Promise<readonly string[]>;
  /** Drawn under the progress of a terminal; null: nothing is. */
  readonly detail: ((store: Store, run: RunRecord) => Promise<readonly string[]>) | null;
}

const tableFace: RunFace = {
  print: printTable,
  show: 'run show',
  figures: () => Promise.resolve([]),
  detail: null,
};

/** Kinds that a table of attempts does not tell of. */
const faces: { readonly [Kind in WorkKind]?: RunFace } = {
  environment: {
    // Read where it is asked for: it is large, and most runs are of another kind.
    print: async (...given) =>
      (await import('./print-environments.js')).printEnvironments(...given),
    show: 'env funnel',
    figures: (store, { id }) => functionFigures(store, id),
    detail: repositoryLines,
  },
};

export const runFace = ({ config }: Pick<RunRecord, 'config'>): RunFace =>
  faces[config.kind] ?? tableFace;

/** What became of a run, as its kind tells it. */
export const printRun: PrintRun = async (context, store, id) => {
  const record = await store.runs.run(id);
  return (record === null ? tableFace : runFace(record)).print(context, store, id);
};

/** The run's table or document; the exit code says whether every problem has a verdict. */
async function printTable(context: CommandContext, store: Store, id: string): Promise<ExitCode> {
  const { output } = context;
  const run = await loadShownRun(context, store, id);
  if (output.json) output.result(asJson(runDocument(run)));
  else for (const line of runTableLines(run)) output.print(line);
  return run.summary.completed === run.summary.total ? exitCodes.ok : exitCodes.failures;
}
