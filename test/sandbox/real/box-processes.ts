import { readFileSync, readdirSync } from 'node:fs';

import { stateMark } from '../../../sandbox/bubblewrap/owner-mark';

/** Whether a process carries a mark: bubblewrap in its command line, what runs inside in its environment. */
function carries(pid: string, mark: string): boolean {
  return ['cmdline', 'environ'].some((file) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(mark);
    } catch {
      return false; // gone, or another user's
    }
  });
}

/** Process ids of the bubblewrap boxes of a state label. */
export function boxProcesses(stateLabel: string): readonly string[] {
  const mark = `${stateMark(stateLabel)}:`;
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && carries(name, mark));
}
