import { exitCodes } from '../core/errors';
import type { ExitCode } from '../core/errors';
import { queryTree } from '../client';
import { attemptWorkflowId } from '../core/workflow-ids';
import { loadAttempts } from '../report/attempt-report';
import { attemptTreeLines } from '../report/attempt-tree';
import { loadRun } from '../report/load-run';
import { runDocument } from '../report/run-document';
import { attemptDocument } from './attempt-document';
import { withStore } from './command-context';
import type { CommandContext } from './command-context';
import { treeStateLines } from './live-attempt';
import type { PlannedRun } from './run-config';
import type { Services } from './services';
import { followRun, recordRun, startWork } from './start-run';

/** A run of one problem, with its tree on the screen while it grows and in full at the end. */
export async function solveOne(context: CommandContext, plan: PlannedRun): Promise<ExitCode> {
  const { output } = context;
  const quiet: CommandContext = { ...context, output: output.withoutResult() };
  return withStore(context, async (store) => {
    const run = await recordRun(context, store, plan);
    const problem = run.config.problems[0] ?? '';
    output.note(`run ${run.id}`);
    if (run.status !== 'completed') {
      const services = await startWork(context, run, plan.concurrency);
      try {
        const detail = liveDetail(services, attemptWorkflowId(run.id, problem, 0));
        await followRun(quiet, { store, services, run: run.id }, detail);
      } finally {
        await services.close();
      }
    }
    const attempts = await loadAttempts(store, { run: run.id, problem });
    for (const attempt of attempts) {
      for (const line of await attemptTreeLines(store.blobs, attempt)) output.print(line);
    }
    const loaded = await loadRun(store, run.id);
    output.print(`\nespalier run show ${run.id} ${problem} --calls   every prompt and reply`);
    output.result({
      ...runDocument(loaded),
      attempts: attempts.map((attempt) => attemptDocument(attempt)),
    });
    return loaded.summary.solved === loaded.summary.total ? exitCodes.ok : exitCodes.failures;
  });
}

/** The live tree, or nothing while no workflow answers. */
function liveDetail(services: Services, attemptId: string): () => Promise<readonly string[]> {
  return async () => {
    try {
      const { state } = await queryTree(await services.client(), attemptId);
      return treeStateLines(state);
    } catch {
      return [];
    }
  };
}
