import type { Command } from 'commander';

import { cancelSweep, steer } from '../../client';
import type { EngineConnection, Steering } from '../../client';
import { exitCodes, UsageError } from '../../core/errors';
import type { RunRecord, Store } from '../../core/ports/records';
import { attemptWorkflowId } from '../../core/workflow-ids';
import { loadRun } from '../../report/load-run';
import { action, withStore, word } from '../command-context';
import type { CommandCall, CommandContext } from '../command-context';
import { parseNumber } from '../parse-number';
import { pausedByHand } from '../paused-by-hand';
import { ensureServices } from '../services';
import { followRun, isWorkedOn, printRun, startWork } from '../start-run';
import { untilCancelled } from '../until-cancelled';

/** Commands that change what a run does. */
export function registerRunControl(parent: Command): void {
  registerResume(parent);
  registerCancel(parent);
  registerSteer(parent);
}

interface ResumeFlags {
  readonly concurrency: string;
  readonly detach?: boolean;
}

function registerResume(parent: Command): void {
  parent
    .command('resume <run>')
    .description(
      'go on with a paused, cancelled or unfinished run, and try unscored problems again',
    )
    .option('--concurrency <n>', 'problems at a time', '10')
    .option('--detach', 'leave at once; the work goes on')
    .option('--json', 'one document on stdout')
    .action(
      action<ResumeFlags>((context, call) =>
        withStore(context, async (store) => {
          const id = word(call, 0);
          const { flags } = call;
          const { record, summary } = await loadRun(store, id);
          if (record.status === 'completed' && summary.completed === summary.total) {
            return printRun(context, store, id);
          }
          const concurrency = Math.max(1, parseNumber('concurrency', flags.concurrency) ?? 10);
          const services = await resumeWork(context, { store, record, concurrency });
          try {
            if (flags.detach !== true)
              return await followRun(context, { store, services, run: id });
            context.output.print(`The work goes on: espalier run show ${id}`);
            context.output.result({ run: id, status: 'running' });
            return exitCodes.ok;
          } finally {
            await services.close();
          }
        }),
      ),
    );
}

/** Lets a living sweep go on, or starts one that does what is left. */
async function resumeWork(
  context: CommandContext,
  { store, record, concurrency }: { store: Store; record: RunRecord; concurrency: number },
) {
  if (record.status !== 'paused') await store.runs.setRunStatus(record.id, 'running', null);
  const services = await ensureServices(context, record.config.model);
  if (await isWorkedOn(services, record.id)) {
    await steer(await services.client(), record.id, { kind: 'resume' });
    await store.runs.setRunStatus(record.id, 'running', null);
    return services;
  }
  await services.close();
  await store.runs.setRunStatus(record.id, 'running', null);
  return startWork(context, record, concurrency);
}

function registerCancel(parent: Command): void {
  parent
    .command('cancel <run>')
    .description('end a run; what was found is kept, and `run resume` can go on')
    .option('--json', 'one document on stdout')
    .action(
      action((context, call) =>
        withStore(context, async (store) => {
          const id = word(call, 0);
          const { record } = await loadRun(store, id);
          if (record.status === 'completed' || record.status === 'cancelled') {
            throw new UsageError(
              `run ${id} is ${record.status} already`,
              'There is nothing to cancel',
            );
          }
          await withRunServices(context, record, async (client) => {
            await cancelSweep(client, id);
            await untilCancelled(store, id);
          });
          await printRun(context, store, id);
          return exitCodes.ok;
        }),
      ),
    );
}

function registerSteer(parent: Command): void {
  const run = parent
    .command('steer')
    .description('change a search under way: strategy, abort, accept, pause, resume');
  const sample = ['--sample <n>', 'which of the attempts on the problem', '0'] as const;
  const json = ['--json', 'one document on stdout'] as const;

  run
    .command('strategy <run> <problem> <text>')
    .description('add a strategy, explored next')
    .option(...sample)
    .option(...json)
    .action(
      action<SampleFlag>((context, call) =>
        steerProblem(context, call, { kind: 'strategy', text: word(call, 2) }),
      ),
    );
  for (const kind of ['abort', 'accept'] as const) {
    run
      .command(`${kind} <run> <problem> <node>`)
      .description(
        kind === 'abort'
          ? 'prune a node and its waiting descendants'
          : 'take a node as the answer and end the search',
      )
      .option(...sample)
      .option(...json)
      .action(
        action<SampleFlag>((context, call) =>
          steerProblem(context, call, { kind, node: word(call, 2) }),
        ),
      );
  }
  for (const kind of ['pause', 'resume'] as const) {
    run
      .command(`${kind} <run> [problem]`)
      .description(kind === 'pause' ? 'start no new calls' : 'start calls again')
      .option(...sample)
      .option(...json)
      .action(
        action<SampleFlag>((context, call) => {
          const steering: Steering = kind === 'pause' ? { kind, reason: pausedByHand } : { kind };
          return steerProblem(context, call, steering);
        }),
      );
  }
}

interface SampleFlag {
  readonly sample: string;
}

async function steerProblem(
  context: CommandContext,
  { words, flags }: CommandCall<SampleFlag>,
  steering: Steering,
): Promise<0> {
  // Without a problem (pause, resume): the whole run.
  const [id = '', problem] = words;
  await withStore(context, async (store) => {
    const { record } = await loadRun(store, id);
    if (problem !== undefined && !record.config.problems.includes(problem)) {
      throw new UsageError(
        `run ${id} has no problem ${problem}`,
        `Its problems look like ${record.config.problems.slice(0, 3).join(', ')}`,
      );
    }
    const workflow =
      problem === undefined
        ? id
        : attemptWorkflowId(id, problem, parseNumber('sample', flags.sample) ?? 0);
    await withRunServices(context, record, (client) => steer(client, workflow, steering));
  });
  context.output.print(`${steering.kind}: done`);
  context.output.result({ run: id, problem: problem ?? null, done: steering.kind });
  return exitCodes.ok;
}

/** An update needs a worker to take effect, and a paused run may have lost its own. */
async function withRunServices(
  context: CommandContext,
  record: RunRecord,
  body: (client: EngineConnection) => Promise<void>,
): Promise<void> {
  const services = await ensureServices(context, record.config.model);
  try {
    await body(await services.client());
  } finally {
    await services.close();
  }
}
