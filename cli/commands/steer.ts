import type { Command } from 'commander';

import { exitCodes } from '../../core/errors/errors';
import type { ExitCode } from '../../core/errors/errors';
import { withStore } from '../../lab/with-store';
import { action, word } from '../command-context';
import type { CommandCall, CommandContext } from '../command-context';
import { parseNumber } from '../parse-number';
import { pausedByHand } from '../../lab/runs/paused-by-hand';
import { steerRun } from '../../lab/runs/steer-run';
import type { Steering } from '../../lab/runs/steer-run';

interface SteerFlags {
  readonly sample: string;
  /** Of `feedback`. */
  readonly round?: string;
}

const sample = [
  '--sample <n>',
  'attempt number, if the problem has several attempts',
  '0',
] as const;
const json = ['--json', 'print one JSON document on stdout'] as const;

/** `run steer`: lets a person change a running search or dialogue. */
export function registerSteer(parent: Command): void {
  const steer = parent
    .command('steer')
    .summary('change, pause or resume a running search or dialogue')
    .description(
      'change a running search (strategy, abort, accept) or a running dialogue (feedback, approve, stop, retry), or pause' +
        ' and resume a run or a problem. A steered problem is marked, and its run is not comparable with other runs',
    );
  steer
    .command('strategy <run> <problem> <text>')
    .description('add a strategy and explore it next')
    .option(...sample)
    .option(...json)
    .action(
      action<SteerFlags>((context, call) =>
        steerAs(context, call, { kind: 'strategy', text: word(call, 2) }),
      ),
    );
  for (const kind of ['abort', 'accept'] as const) {
    steer
      .command(`${kind} <run> <problem> <node>`)
      .description(
        kind === 'abort'
          ? 'abort a node (n0, n1, …) and its unexplored descendants'
          : 'accept a node (n0, n1, …) as the answer and end the search',
      )
      .option(...sample)
      .option(...json)
      .action(
        action<SteerFlags>((context, call) =>
          steerAs(context, call, { kind, node: word(call, 2) }),
        ),
      );
  }
  registerDialogueSteering(steer);
  for (const kind of ['pause', 'resume'] as const) {
    steer
      .command(`${kind} <run> [problem]`)
      .description(
        kind === 'pause'
          ? 'pause a run or one of its problems; calls in flight finish, and no new calls start'
          : 'resume a paused run or problem',
      )
      .option(...sample)
      .option(...json)
      .action(
        action<SteerFlags>((context, call) => {
          const steering: Steering = kind === 'pause' ? { kind, reason: pausedByHand } : { kind };
          return steerAs(context, call, steering);
        }),
      );
  }
}

/** What people tell a dialogue. */
function registerDialogueSteering(steer: Command): void {
  steer
    .command('feedback <run> <problem> <words>')
    .description('tell the model what is wrong with the newest round of a dialogue')
    .option('--round <id>', 'send it only if this round (r1, r2, …) is still the newest')
    .option(...sample)
    .option(...json)
    .action(
      action<SteerFlags>((context, call) => {
        const { round } = call.flags;
        return steerAs(context, call, { kind: 'feedback', text: word(call, 2), round });
      }),
    );
  for (const kind of ['approve', 'stop'] as const) {
    steer
      .command(`${kind} <run> <problem>`)
      .description(
        kind === 'approve'
          ? 'accept the newest program of a dialogue as its answer and end the dialogue'
          : 'end a dialogue now, without accepting a program',
      )
      .option(...sample)
      .option(...json)
      .action(action<SteerFlags>((context, call) => steerAs(context, call, { kind })));
  }
  steer
    .command('retry <run> <problem> <round>')
    .description(
      'go back to the state before a round (r1, r2, …) and continue from there; the old rounds stay as a branch',
    )
    .option(...sample)
    .option(...json)
    .action(
      action<SteerFlags>((context, call) =>
        steerAs(context, call, { kind: 'retry', round: word(call, 2) }),
      ),
    );
}

async function steerAs(
  context: CommandContext,
  { words, flags }: CommandCall<SteerFlags>,
  steering: Steering,
): Promise<ExitCode> {
  // Without a problem (pause, resume): the whole run.
  const [run = '', problem = null] = words;
  const number = parseNumber('sample', flags.sample, { least: 0, whole: true }) ?? 0;
  await withStore(context, (store) =>
    steerRun(context, store, { run, problem, sample: number, steering }),
  );
  const where = problem === null ? `run ${run}` : `${problem} of run ${run}`;
  context.output.print(`${steering.kind}: done, ${where}`);
  context.output.result({ run, problem, done: steering.kind });
  return exitCodes.ok;
}
