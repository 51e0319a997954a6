import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { EspalierHome } from '../../home/espalier-home';
import { eventually } from '../../home/eventually';
import { halt, killNow, pidOf, signalled } from '../../home/home-processes';
import { requestsOf } from '../../home/request-log';
import type { RunningCommand } from '../../home/running-command';
import { momentOfDeath, type MomentOfDeath } from './moment-of-death';
import type { Strike, StruckService } from './strike';

/** What was on its way to others when a process was stopped has arrived after this, ms. */
const arrivesWithinMs = 50;
const patience = { withinMs: 30 * 60_000, everyMs: 100 };

/** Carries it out at its moment. @param over the run has ended @param command the one that follows the run @returns what was settled; null: it was over */
export async function carryOutStrike(
  home: EspalierHome,
  strike: Strike,
  {
    calls,
    over,
    command,
  }: {
    readonly calls: number;
    readonly over: () => boolean;
    readonly command: () => RunningCommand | null;
  },
): Promise<MomentOfDeath | null> {
  const service = firstStruck(strike);
  const pid = await eventually(
    'the moment of a strike',
    async () => {
      if (over()) return 0;
      if (requestsOf(home).length < strike.share * calls) return null;
      return stopped(service === 'command' ? (command()?.pid ?? null) : await pidOf(home, service));
    },
    patience,
  );
  if (pid === 0) return null;
  const moment = await momentOfDeath(home);
  switch (strike.kind) {
    case 'kill':
      await killNow(pid);
      // Engine and supervisor know of no call, so their death costs none.
      return service === 'engine' || service === 'supervisor'
        ? { ...moment, inFlight: new Set() }
        : moment;
    case 'stop':
      await sleep(strike.forMs);
      // Stopped while it was being started, it is given up by who started it.
      signalled(pid, 'SIGCONT');
      // Nothing dies, so nothing may be asked again.
      return { ...moment, inFlight: new Set() };
    case 'kill-command':
      await killNow(pid);
      return { ...moment, inFlight: new Set() };
    case 'lose-engine':
      await killNow(pid);
      for (const suffix of ['', '-wal', '-shm']) {
        rmSync(`${home.folder.engineDatabase}${suffix}`, { force: true });
      }
      return { ...moment, inFlight: new Set() };
    case 'kill-all':
      // The supervisor first: it would start again what is to be dead.
      for (const other of ['supervisor', 'model-server', 'engine'] as const) {
        const otherPid = await pidOf(home, other);
        if (otherPid !== null) await killNow(otherPid);
      }
      await killNow(pid);
      return moment;
  }
}

/** What is stopped while the moment is looked at. */
function firstStruck(strike: Strike): StruckService | 'command' {
  switch (strike.kind) {
    case 'kill':
    case 'stop':
      return strike.service;
    case 'kill-command':
      return 'command';
    case 'lose-engine':
      return 'engine';
    case 'kill-all':
      return 'worker';
  }
}

/** Stops a process, so that the moment cannot pass; null: it does not run now. */
async function stopped(pid: number | null): Promise<number | null> {
  if (pid === null || !(await halt(pid))) return null;
  await sleep(arrivesWithinMs);
  return pid;
}
