import { startSweep, sweepState } from '../client';
import { exitCodes, NotReadyError } from '../core/errors';
import type { ExitCode } from '../core/errors';
import type { RunRecord, Store } from '../core/ports/records';
import { queuePlan } from '../core/task-queues';
import { loadRun } from '../report/load-run';
import { runDocument } from '../report/run-document';
import { runTableLines } from '../report/run-table';
import { keepBank } from './bank-copy';
import type { CommandContext } from './command-context';
import { checkModelEndpoint } from './check-model';
import type { PlannedRun } from './run-config';
import { ensureServices } from './services';
import type { Services } from './services';
import { watchRun } from './watch-run';
import type { WatchOptions } from './watch-run';

/** Writes down what a run is (data set, bank, configuration) before anything of it is started. */
export async function recordRun(
  { folder }: CommandContext,
  store: Store,
  plan: PlannedRun,
): Promise<RunRecord> {
  const { bank } = plan.model.config;
  if (plan.model.bankFiles !== null && bank !== undefined) {
    await keepBank(folder, bank.sha256, plan.model.bankFiles);
  }
  await store.problems.save(plan.config.dataset.sha256, plan.dataset.rows);
  return store.runs.createRun(plan.id, plan.config);
}

/** Has the engine work on a recorded run, or attaches to the work that is under way. */
export async function startWork(
  context: CommandContext,
  run: RunRecord,
  concurrency: number,
): Promise<Services> {
  await checkModelEndpoint(context, run.config.model);
  const services = await ensureServices(context, run.config.model);
  const { settings } = context;
  const { config } = run;
  await startSweep(await services.client(), {
    concurrency,
    setting: {
      run: run.id,
      queues: queuePlan(settings.ESPALIER_QUEUES),
      labels: {
        method: config.method,
        dataset: config.dataset.name,
        model: config.model.name,
      },
      timing: {
        heartbeatMs: settings.ESPALIER_HEARTBEAT_MS,
        retryForMs: settings.ESPALIER_RETRY_FOR_MS,
        retryInitialMs: settings.ESPALIER_RETRY_INITIAL_MS,
        retryMaxMs: settings.ESPALIER_RETRY_MAX_MS,
        modelTimeoutMs: settings.ESPALIER_MODEL_TIMEOUT_MS,
        maxHistory: settings.ESPALIER_MAX_HISTORY ?? null,
      },
    },
  });
  return services;
}

/** Follows a run to its end, Ctrl-C leaving it to go on by itself, and prints what became of it. */
export async function followRun(
  context: CommandContext,
  { store, services, run }: { store: Store; services: Services; run: string },
  detail?: WatchOptions['detail'],
): Promise<ExitCode> {
  const { output } = context;
  const leave = (): void => {
    output.note(
      `\nLeft. The work goes on: \`espalier run show ${run}\`, \`espalier run start\` with the same flags to attach,` +
        ` \`espalier run cancel ${run}\` to end it.`,
    );
    process.exit(exitCodes.ok);
  };
  process.once('SIGINT', leave);
  try {
    const end = await watchRun({
      store,
      run,
      output,
      client: services.client,
      revive: services.revive,
      ...(detail === undefined ? {} : { detail }),
    });
    if (end.kind === 'paused') {
      throw new NotReadyError(
        `run ${run} is paused: ${end.reason}`,
        `Mend it, then \`espalier run resume ${run}\`; nothing is lost`,
        { code: 'RUN_PAUSED' },
      );
    }
  } finally {
    process.off('SIGINT', leave);
  }
  return printRun(context, store, run);
}

/** The run's table or document; the exit code says whether every problem has a verdict. */
export async function printRun(
  { output }: CommandContext,
  store: Store,
  id: string,
): Promise<ExitCode> {
  const run = await loadRun(store, id);
  for (const line of runTableLines(run)) output.print(line);
  output.result({ ...runDocument(run) });
  return run.summary.completed === run.summary.total ? exitCodes.ok : exitCodes.failures;
}

/** Whether the engine is working on a run now; false too when the engine is down. */
export async function isWorkedOn(services: Services, run: string): Promise<boolean> {
  return (await sweepState(await services.client(), run)) === 'running';
}
