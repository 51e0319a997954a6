import type { Command } from 'commander';

import { exitCodes } from '../../core/errors/errors';
import type { ExitCode } from '../../core/errors/errors';
import { steeringCommand, steeringKinds, steeringOf } from '../../core/names/steering-commands';
import type { Steering, SteeringKind } from '../../core/names/steering-commands';
import { flagName } from '../../lab/planning/flag-name';
import { withStore } from '../../lab/with-store';
import { action } from '../command-context';
import type { CommandCall, CommandContext } from '../command-context';
import { parseNumber } from '../parse-number';
import { pausedByHand } from '../../lab/runs/paused-by-hand';
import { steerRun } from '../../lab/runs/steer-run';

type SteerFlags = Readonly<Record<string, string | undefined>>;

/** `run steer`: lets a person change a running search or dialogue. */
export function registerSteer(parent: Command): void {
  const [ofSearch, ofDialogue] = ['search', 'dialogue'].map((kind) => steeringOf(kind).join(', '));
  const steer = parent
    .command('steer')
    .summary('change, pause or resume a running search or dialogue')
    .description(
      `change a running search (${String(ofSearch)}) or a running dialogue (${String(ofDialogue)}), or pause` +
        ' and resume a run or a problem. A steered problem is marked, and its run is not comparable with other runs',
    );
  for (const kind of steeringKinds) {
    const { of, members, help } = steeringCommand(kind);
    const words = Object.values(members).map((member) =>
      member.as === 'word' ? ` <${member.shown}>` : '',
    );
    const problem = of === null ? '[problem]' : '<problem>';
    const command = steer.command(`${kind} <run> ${problem}${words.join('')}`).description(help);
    for (const [name, member] of Object.entries(members)) {
      if (member.as === 'flag') command.option(`${flagName(name)} ${member.shown}`, member.help);
    }
    command
      .option('--sample <n>', 'attempt number, if the problem has several attempts', '0')
      .option('--json', 'print one JSON document on stdout')
      .action(action<SteerFlags>((context, call) => steerAs(context, call, typedAs(kind, call))));
  }
}

/** The steering that was typed: behind run and problem, its words. */
function typedAs(kind: SteeringKind, { words, flags }: CommandCall<SteerFlags>): Steering {
  const left = words.slice(2);
  const said = Object.entries(steeringCommand(kind).members).map(([name, { as }]) => {
    if (as === 'word') return [name, left.shift()];
    return [name, as === 'reason' ? pausedByHand : flags[name]];
  });
  return { kind, ...Object.fromEntries(said) } as Steering;
}

async function steerAs(
  context: CommandContext,
  { words, flags }: CommandCall<SteerFlags>,
  steering: Steering,
): Promise<ExitCode> {
  // Without a problem (pause, resume): the whole run.
  const [run = '', problem = null] = words;
  const number = parseNumber('sample', flags['sample'], { least: 0, whole: true }) ?? 0;
  await withStore(context, (store) =>
    steerRun(context, store, { run, problem, sample: number, steering }),
  );
  const where = problem === null ? `run ${run}` : `${problem} of run ${run}`;
  context.output.print(`${steering.kind}: done, ${where}`);
  context.output.result({ run, problem, done: steering.kind });
  return exitCodes.ok;
}
