import { createHash } from 'node:crypto';

import { formatOwner, isDead, parseOwner, type Owner } from '../../processes/owner';
import { killProcess } from '../../processes/kill-process';
import { commandLine, processIds } from '../../processes/process-table';

/** Tells in the command line whose a cell is, should it have to be found again. Programs do not see it. */
export const ownerVariable = 'ESPALIER_BOX';

/** Short name of a state folder, fit for file names and command lines. */
export function stateMark(stateLabel: string): string {
  return createHash('sha256').update(stateLabel).digest('hex').slice(0, 12);
}

/** What a cell's command line says about whose it is. */
export function ownerMark(stateLabel: string, owner: Owner): string {
  return `${stateMark(stateLabel)}:${formatOwner(owner)}`;
}

/** Processes of this machine whose command line is bubblewrap's own and carries a mark, with the mark. */
function markedProcesses(): readonly { readonly pid: number; readonly mark: string }[] {
  return processIds().flatMap((pid) => {
    const words = commandLine(pid);
    const at = words.indexOf(ownerVariable);
    const mark = words[at + 1];
    if (at < 0 || mark === undefined || !(words[0] ?? '').endsWith('bwrap')) return [];
    return [{ pid, mark }];
  });
}

/** Only one that lost its owner in the moment of its start can be left: it waits for ever for a go-ahead. */
export function reapBubblewraps(stateLabel: string): readonly number[] {
  const prefix = `${stateMark(stateLabel)}:`;
  return markedProcesses()
    .filter(({ mark }) => {
      const owner = mark.startsWith(prefix) ? parseOwner(mark.slice(prefix.length)) : null;
      return owner !== null && isDead(owner);
    })
    .map(({ pid }) => {
      killProcess(pid);
      return pid;
    });
}
