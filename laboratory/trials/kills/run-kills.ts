import { seededChance } from '../../../core/statistics/seeded-chance';
import { createHome, documentOf, type EspalierHome } from '../../home/espalier-home';
import { exportedRun } from '../../home/exported-run';
import { whatIsLeft } from '../../home/leftovers';
import { arrivalsOf, requestsOf } from '../../home/request-log';
import { carryOutStrike } from './carry-out-strike';
import type { MomentOfDeath } from './moment-of-death';
import { finished, playUndisturbed, type Undisturbed } from './play-undisturbed';
import { planStrikes, strikeText } from './strike';
import { survival, type Survival } from './survival';

export interface KillsSetting {
  /** `run start …`, with `--json`. */
  readonly start: readonly string[];
  /** Of the struck runs' model server, ms. */
  readonly latencyMs: number;
  readonly strikes: number;
}

export interface KillsResult extends Survival {
  readonly seed: number;
  readonly strikes: readonly string[];
  /** How often somebody had to type `run resume`. */
  readonly resumed: number;
  readonly shown: { readonly known: number; readonly atMost: number };
}

/** Commands that give up are typed again so often; then the run has not survived. */
const mostResumes = 20;

export async function runUndisturbed({ start }: Pick<KillsSetting, 'start'>): Promise<Undisturbed> {
  const [undisturbed] = await playUndisturbed(homeWithLatency(0), [start]);
  if (undisturbed === undefined) throw new Error('one command is one run');
  return undisturbed;
}

/** In a state folder of its own, struck at random. @throws Error when the run does not come to its end */
export async function runStruck(
  { start, latencyMs, strikes }: KillsSetting,
  undisturbed: Pick<Undisturbed, 'run' | 'exported' | 'arrivals'>,
  { seed, said }: { readonly seed: number; readonly said: (words: string) => void },
): Promise<KillsResult> {
  const home = homeWithLatency(latencyMs);
  try {
    let over = false;
    const ended = toItsEnd(home, start, undisturbed.run).finally(() => {
      over = true;
    });
    // Waited for below, after the strikes.
    ended.catch(() => undefined);
    const moments: MomentOfDeath[] = [];
    const done: string[] = [];
    for (const strike of planStrikes(seededChance(seed), strikes)) {
      const calls = undisturbed.arrivals.size;
      const moment = await carryOutStrike(home, strike, { calls, over: () => over });
      if (moment === null) break;
      moments.push(moment);
      done.push(strikeText(strike));
      said(strikeText(strike));
    }
    const resumed = await ended;
    const shown = documentOf(await home.run('run', 'show', undisturbed.run, '--json'));
    const exported = await exportedRun(home, undisturbed.run);
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
    return { ...outcome, faults, seed, strikes: done, resumed, shown: sentAgain };
  } finally {
    await home.dispose();
  }
}

/** Tells how often the run had to be resumed. */
async function toItsEnd(
  home: EspalierHome,
  start: readonly string[],
  run: string,
): Promise<number> {
  let end = await home.run(...start);
  for (let resumed = 0; ; resumed += 1) {
    if (end.code === 0 || resumed === mostResumes) {
      finished(end);
      return resumed;
    }
    end = await home.run('run', 'resume', run, '--json');
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
