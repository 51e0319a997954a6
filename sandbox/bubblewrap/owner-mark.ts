import { createHash } from 'node:crypto';

import { formatOwner, isDead, parseOwner, type Owner } from '../owner';
import { ownerVariable } from './arguments';
import { bubblewrapProcesses, killProcess } from './process-tree';

/** Short name of a state folder, fit for file names and command lines. */
export function stateMark(stateLabel: string): string {
  return createHash('sha256').update(stateLabel).digest('hex').slice(0, 12);
}

/** What a cell's command line says about whose it is. */
export function ownerMark(stateLabel: string, owner: Owner): string {
  return `${stateMark(stateLabel)}:${formatOwner(owner)}`;
}

/**
 * Kills bubblewrap processes that dead owners of this state folder have left. Only one that lost its owner in the
 * very moment it was started can be left at all: it waits for ever for a go-ahead that nobody will give.
 */
export function reapBubblewraps(stateLabel: string): readonly number[] {
  const prefix = `${stateMark(stateLabel)}:`;
  return bubblewrapProcesses(ownerVariable)
    .filter(({ value }) => {
      const owner = value.startsWith(prefix) ? parseOwner(value.slice(prefix.length)) : null;
      return owner !== null && isDead(owner);
    })
    .map(({ pid }) => {
      killProcess(pid);
      return pid;
    });
}
