import type { SandboxFinding } from '../core/ports/sandbox';
import { boxUser } from './cells/surroundings';

/** As which user bubblewrap is started: never as root, whose files and rights a box could then reach. */
export function userFinding(uid: number | undefined = process.getuid?.()): SandboxFinding {
  const detail =
    uid === 0
      ? `this is root: bubblewrap is started as uid ${boxUser}, so nothing of a cell is root's outside`
      : `bubblewrap is started as uid ${uid ?? 'unknown'}, without rights to give up`;
  return { name: 'bubblewrap user', ok: true, detail };
}
