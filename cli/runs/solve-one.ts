import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import type { ExitCode } from '../../core/errors/errors';
import type { RunSummary } from '../../core/metrics/run-summary';
import type { Store } from '../../core/ports/records';
import { attemptLines } from '../../report/attempt-lines';
import { loadAttempts } from '../../report/load-attempts';
import { loadRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { withStore } from '../../lab/with-store';
import type { CommandContext } from '../command-context';
import type { Services } from '../../lab/services/ensure-services';
import { attemptDocument } from './attempt-document';
import { followRun } from './follow-run';
import { searchLines } from '../terminal/search-lines';
import { askSearch } from '../../lab/runs/live-search';
import type { PlannedRun } from '../../lab/planning/plan-run';
import { startOrLeave } from './start-or-leave';

/** A run of one problem, with its tree on the screen while it grows and in full at the end. */
export async function solveOne(context: CommandContext, plan: PlannedRun): Promise<ExitCode> {
  const { output } = context;
  return withStore(context, async (store) => {
    const run = plan.id;
    const problem = plan.config.problems[0] ?? '';
    const { record, services } = await startOrLeave(context, store, plan);
    if (services === null)
      output.note(`it is ${record.status} already; --fresh NAME solves it again`);
    else {
      const detail = liveDetail(services, { store, run, problem });
      await followRun(context, { store, services, record, detail });
    }
    return printSolved(context, store, { run, problem });
  });
}

async function printSolved(
  { output }: CommandContext,
  store: Store,
  { run, problem }: { readonly run: string; readonly problem: string },
): Promise<ExitCode> {
  const loaded = await loadRun(store, run);
  // A run that was cancelled at once may hold nothing of its problem.
  const hasBegun = Object.keys(loaded.sums.statuses).length > 0;
  const attempts = hasBegun ? await loadAttempts(store, { run, problem }) : [];
  for (const attempt of attempts) {
    for (const line of await attemptLines(store.blobs, attempt)) output.print(line);
  }
  output.print('\nEvery prompt and reply:');
  output.print(`  espalier run show ${run} ${problem} --calls`);
  output.result(
    asJson({
      ...runDocument(loaded),
      attempts: attempts.map((attempt) => attemptDocument(attempt)),
    }),
  );
  return isSolved(loaded.summary) ? exitCodes.ok : exitCodes.failures;
}

/** Of a kind of work without verdicts: it has completed. */
export function isSolved({ solved, completed, total }: RunSummary): boolean {
  return (solved ?? completed) === total;
}

/** The live tree, or nothing while no workflow answers. */
function liveDetail(
  services: Services,
  {
    store,
    run,
    problem,
  }: { readonly store: Store; readonly run: string; readonly problem: string },
): () => Promise<readonly string[]> {
  return async () => {
    try {
      const search = await askSearch(services, { run, problem, sample: 0 });
      if (search === null) return [];
      return searchLines(search, await store.runs.calls(run, problem));
    } catch {
      return [];
    }
  };
}
