import { seededChance } from '../../../core/statistics/seeded-chance';
import { createHome, documentOf, type EspalierHome } from '../../home/espalier-home';
import { exportedRun } from '../../home/exported-run';
import type { CommandEnd, RunningCommand } from '../../home/running-command';
import { whatIsLeft } from '../../home/leftovers';
import { arrivalsOf, requestsOf } from '../../home/request-log';
import { carryOutStrike } from './carry-out-strike';
import type { MomentOfDeath } from './moment-of-death';
import { finished, playUndisturbed, type Undisturbed } from './play-undisturbed';
import { planKills, planStrikes, strikeText } from './strike';
import { watchMemory } from './watch-memory';
import { survival, type Survival } from './survival';

export interface KillsSetting {
  /** `run start …`, with `--json`. */
  readonly start: readonly string[];
  /** Of the struck runs' model server, ms. */
  readonly latencyMs: number;
  readonly strikes: number;
  /** Kills only, of the command too; what ends is typed again. Default: strikes of every kind, without the command. */
  readonly kills?: 'dataset';
}

export interface KillsResult extends Survival {
  readonly seed: number;
  readonly strikes: readonly string[];
  /** How often somebody had to type `run resume`. */
  readonly resumed: number;
  readonly shown: { readonly known: number; readonly atMost: number };
  readonly seconds: number;
  /** Largest of each service, MB. */
  readonly memory: Readonly<Record<string, number>>;
}

/** Commands that give up are typed again so often; then the run has not survived. */
const mostResumes = 20;

export async function runUndisturbed({
  start,
  kills,
}: Pick<KillsSetting, 'start' | 'kills'>): Promise<Undisturbed> {
  const [undisturbed] = await playUndisturbed(homeWithLatency(0), [start], kills ?? 'run');
  if (undisturbed === undefined) throw new Error('one command is one run');
  return undisturbed;
}

/** In a state folder of its own, struck at random. @throws Error when the run does not come to its end */
export async function runStruck(
  { start, latencyMs, strikes, kills }: KillsSetting,
  undisturbed: Pick<Undisturbed, 'run' | 'exported' | 'arrivals'>,
  { seed, said }: { readonly seed: number; readonly said: (words: string) => void },
): Promise<KillsResult> {
  const home = homeWithLatency(latencyMs);
  const beganMs = performance.now();
  const memory = watchMemory(home);
  try {
    let over = false;
    let command: RunningCommand | null = null;
    const resume = kills === undefined ? ['run', 'resume', undisturbed.run, '--json'] : start;
    const ended = toItsEnd(home, [start, resume], (typed) => (command = typed)).finally(() => {
      over = true;
    });
    // Waited for below, after the strikes.
    ended.catch(() => undefined);
    const moments: MomentOfDeath[] = [];
    const done: string[] = [];
    let commandsKilled = 0;
    const plan = kills === undefined ? planStrikes : planKills;
    for (const strike of plan(seededChance(seed), strikes)) {
      const calls = undisturbed.arrivals.size;
      const moment = await carryOutStrike(home, strike, {
        calls,
        over: () => over,
        command: () => command,
      });
      if (moment === null) break;
      if (strike.kind === 'kill-command') commandsKilled += 1;
      moments.push(moment);
      done.push(strikeText(strike));
      said(strikeText(strike));
    }
    const resumed = (await ended) - commandsKilled;
    const seconds = (performance.now() - beganMs) / 1000;
    const shown = documentOf(await home.run('run', 'show', undisturbed.run, '--json'));
    const exported = await exportedRun(home, undisturbed.run, kills ?? 'run');
    await home.run('down');
    const sentAgain = {
      known: Number(shown['knownRepeatedCalls']),
      atMost: Number(shown['repeatedCalls']),
    };
    const outcome = survival({
      undisturbed,
      exported,
      moments,
      arrivals: arrivalsOf(requestsOf(home)),
      shown: sentAgain,
      left: await whatIsLeft(home),
    });
    // The supervisor, or whoever watches, is to go on with it: nobody has to type a word.
    const typed = resumed === 0 ? [] : [`it had to be resumed ${String(resumed)} times`];
    const faults = [...outcome.faults, ...typed];
    const figures = { seconds, memory: memory.largest() };
    return { ...outcome, faults, seed, strikes: done, resumed, shown: sentAgain, ...figures };
  } finally {
    memory.end();
    await home.dispose();
  }
}

/** Tells how often the run had to be resumed. */
async function toItsEnd(
  home: EspalierHome,
  [start, resume]: readonly [start: readonly string[], resume: readonly string[]],
  typed: (command: RunningCommand) => void,
): Promise<number> {
  const play = (words: readonly string[]): Promise<CommandEnd> => {
    const command = home.start(...words);
    typed(command);
    return command.end;
  };
  let end = await play(start);
  for (let resumed = 0; ; resumed += 1) {
    if (end.code === 0 || resumed === mostResumes) {
      finished(end);
      return resumed;
    }
    end = await play(resume);
  }
}

/** What repository tasks need of this machine: their repositories, and the way to the package index. */
const neededByTasks = [
  ...['ESPALIER_CLONES', 'ESPALIER_TASK_SPECS', 'ESPALIER_PACKAGE_INDEX'],
  ...['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'https_proxy'],
];

function homeWithLatency(latencyMs: number): EspalierHome {
  const ofMachine = neededByTasks.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return createHome({
    environment: {
      ...Object.fromEntries(ofMachine),
      ESPALIER_SIMULATED_LATENCY_MS: String(latencyMs),
      ESPALIER_SANDBOX: 'bubblewrap',
    },
  });
}
