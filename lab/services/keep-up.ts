import { failed, noFailures, tried, waitMs } from '../../core/supervision/back-off';
import type { BackOff } from '../../core/supervision/back-off';
import { EspalierError } from '../../core/errors/errors';
import type { FoundProcess } from '../../processes';
import { durationText } from '../../report/duration';
import type { LabContext } from '../lab-context';
import type { Service } from './services-for';
import { requireNotStopped } from './stopped-by-hand';

/** Keeps services running as long as a caller looks after them. */
export interface Keeper {
  /**
   * Restarts services that have died, with a note.
   * @returns false when the engine is down; without it the other services are useless
   * @throws NotReadyError (`STOPPED_BY_HAND`)
   */
  readonly look: (services: readonly Service[]) => Promise<boolean>;
}

interface KeeperOptions {
  /** The reason that prevents a start, other than a process that died. If this does not throw, the next look tries again. */
  readonly onTrouble: (error: unknown, service: Service) => void;
}

/**
 * One rule of restarts for all that keep watch: a service that dies again within minutes waits longer each time
 * (core/supervision), and is never given up. Several processes may keep watch: the locks of the services let only one of
 * them start a service.
 */
export function createKeeper(context: LabContext, { onTrouble }: KeeperOptions): Keeper {
  const { folder, note } = context;
  const lives = new Map<string, BackOff>();
  const seen = new Map<string, string>();

  /** Whether it is up now. */
  async function keep(service: Service): Promise<boolean> {
    const { findProcess } = await import('../../processes/index.js');
    const { name, what } = service;
    const found = await findProcess(folder, name);
    if (found.kind === 'alive' && found.record.readyAt !== null) {
      const started = identityText(found);
      if ((seen.get(name) ?? started) !== started) note(`${what} was started again meanwhile`);
      seen.set(name, started);
      lives.set(name, tried(lives.get(name) ?? noFailures));
      return true;
    }
    const life = lives.get(name) ?? noFailures;
    // A service that another process is just starting has not died.
    const dead = found.kind === 'alive' ? life : failed(life, performance.now());
    lives.set(name, dead);
    const wait = waitMs(dead, performance.now());
    if (wait > 0) {
      if (dead !== life && wait >= 1000) note(waitText(what, dead, wait));
      return false;
    }
    lives.set(name, tried(dead));
    return start(service);
  }

  async function start(service: Service): Promise<boolean> {
    const { findProcess } = await import('../../processes/index.js');
    const { name, what } = service;
    try {
      const how = await service.ensure();
      // The service was being stopped at this moment, and is stopped again.
      requireNotStopped(folder);
      if (how === 'started') {
        note(`${what} had died and was started again`);
        seen.set(name, identityText(await findProcess(folder, name)));
      }
      return true;
    } catch (error) {
      requireNotStopped(folder);
      const before = tried(lives.get(name) ?? noFailures);
      lives.set(name, failed(before, performance.now()));
      if (diedStarting(error)) note(error.message);
      else onTrouble(error, service);
      return false;
    }
  }

  return {
    look: async (services) => {
      requireNotStopped(folder);
      for (const service of services) {
        const isUp = await keep(service);
        if (!isUp && service.name === 'engine') return false;
      }
      return true;
    },
  };
}

/** The service was killed during its start, or its requirement was. Then it lives but never answers. */
export function diedStarting(error: unknown): error is EspalierError {
  const codes = ['PROCESS_EXITED_EARLY', 'PROCESS_NOT_READY'];
  return error instanceof EspalierError && codes.includes(error.code);
}

function identityText(found: FoundProcess): string {
  const identity = found.kind === 'none' ? null : found.record.identity;
  return identity === null ? '' : `${String(identity.pid)} ${identity.startTime}`;
}

function waitText(what: string, { failures }: BackOff, wait: number): string {
  return `${what} has died ${String(failures.length)} times lately: it is started again in ${durationText(wait)}`;
}
