import type { Command } from 'commander';

import { exitCodes } from '../../core/errors/errors';
import { kindsOfWork } from '../../core/kinds/kinds';
import { steeringKinds, steeringOfEveryKind } from '../../core/names/steering-commands';
import type { Steering, SteeringKind } from '../../core/names/steering-commands';
import { flagName } from '../../lab/planning/flag-name';
import { withStore } from '../../lab/with-store';
import { action } from '../command-context';
import type { CommandCall } from '../command-context';
import { parseNumber } from '../parse-number';
import { pausedByHand } from '../../lab/runs/paused-by-hand';
import { steerRun } from '../../lab/runs/steer-run';
import type { SteerOptions } from '../../lab/runs/steer-run';

type SteerFlags = Readonly<Record<string, string | undefined>>;

/** How a required member is given: as a word, shown as this, or by the command itself. */
type Required = { readonly word: string } | { readonly always: string };

/** How an optional member is given: as a flag, under the member's name. */
interface Optional {
  readonly flag: string;
  readonly help: string;
}

type MembersOf<Kind extends SteeringKind> = Omit<Extract<Steering, { kind: Kind }>, 'kind'>;

interface SteerCommand<Members> {
  readonly help: string;
  /** Words in the order in which they are typed. */
  readonly members: {
    readonly [Name in keyof Members]-?: undefined extends Members[Name] ? Optional : Required;
  };
}

const commands: { readonly [Kind in SteeringKind]: SteerCommand<MembersOf<Kind>> } = {
  strategy: { members: { text: { word: 'text' } }, help: 'add a strategy and explore it next' },
  abort: {
    members: { node: { word: 'node' } },
    help: 'abort a node (n0, n1, …) and its unexplored descendants',
  },
  accept: {
    members: { node: { word: 'node' } },
    help: 'accept a node (n0, n1, …) as the answer and end the search',
  },
  feedback: {
    members: {
      text: { word: 'words' },
      round: { flag: '<id>', help: 'send it only if this round (r1, r2, …) is still the newest' },
    },
    help: 'tell the model what is wrong with the newest round of a dialogue',
  },
  approve: {
    members: {},
    help: 'accept the newest program of a dialogue as its answer and end the dialogue',
  },
  stop: { members: {}, help: 'end a dialogue now, without accepting a program' },
  retry: {
    members: { round: { word: 'round' } },
    help: 'go back to the state before a round (r1, r2, …) and continue from there; the old rounds stay as a branch',
  },
  pause: {
    members: { reason: { always: pausedByHand } },
    help: 'pause a run or one of its problems; calls in flight finish, and no new calls start',
  },
  resume: { members: {}, help: 'resume a paused run or problem' },
};

const membersOf = (kind: SteeringKind): readonly (readonly [string, Required | Optional])[] =>
  Object.entries(commands[kind].members);

/** `run steer`: lets a person change a running search or dialogue. */
export function registerSteer(
  parent: Command,
  /** Carries a steering out; something else in tests. */
  carryOut: typeof steerRun = steerRun,
): void {
  const running = Object.entries(kindsOfWork).flatMap(([kind, { steering }]) =>
    steering.length === 0 ? [] : `a running ${kind} (${steering.join(', ')})`,
  );
  const steer = parent
    .command('steer')
    .summary('change, pause or resume a running search or dialogue')
    .description(
      `change ${running.join(' or ')}, or pause` +
        ' and resume a run or a problem. A steered problem is marked, and its run is not comparable with other runs',
    );
  for (const kind of steeringKinds) {
    const members = membersOf(kind);
    const words = members.map(([, member]) => ('word' in member ? ` <${member.word}>` : ''));
    const problem = steeringOfEveryKind.includes(kind) ? '[problem]' : '<problem>';
    const command = steer
      .command(`${kind} <run> ${problem}${words.join('')}`)
      .description(commands[kind].help);
    for (const [name, member] of members) {
      if ('flag' in member) command.option(`${flagName(name)} ${member.flag}`, member.help);
    }
    command
      .option('--sample <n>', 'attempt number, if the problem has several attempts', '0')
      .option('--json', 'print one JSON document on stdout')
      .action(
        action<SteerFlags>(async (context, call) => {
          const { run, problem, sample } = steered(call);
          const steering = typedAs(kind, call);
          await withStore(context, (store) =>
            carryOut(context, store, { run, problem, sample, steering }),
          );
          const where = problem === null ? `run ${run}` : `${problem} of run ${run}`;
          context.output.print(`${kind}: done, ${where}`);
          context.output.result({ run, problem, done: kind });
          return exitCodes.ok;
        }),
      );
  }
}

/** The steering that was typed: behind run and problem, its words. */
function typedAs(kind: SteeringKind, { words, flags }: CommandCall<SteerFlags>): Steering {
  const left = words.slice(2);
  const said = membersOf(kind).map(([name, member]) => {
    if ('word' in member) return [name, left.shift()];
    return [name, 'always' in member ? member.always : flags[name]];
  });
  return { kind, ...Object.fromEntries(said) } as Steering;
}

/** What is steered. Without a problem (pause, resume): the whole run. */
function steered({ words, flags }: CommandCall<SteerFlags>): Omit<SteerOptions, 'steering'> {
  const [run = '', problem = null] = words;
  const sample = parseNumber('sample', flags['sample'], { least: 0, whole: true }) ?? 0;
  return { run, problem, sample };
}
