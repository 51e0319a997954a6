import { sandboxOptions } from '../config/sandbox-options';
import type { Settings } from '../config/settings';
import type { StateFolder } from '../config/state-folder';
import type { Sandbox } from '../core/ports/sandbox';
import { openSandbox, reapOrphans, withFreshCells } from '../sandbox';

/** The sandbox as verdicts need it: orphans of dead workers gone, fresh cells after trouble. */
export async function openWorkerSandbox(settings: Settings, folder: StateFolder): Promise<Sandbox> {
  const options = sandboxOptions(settings, folder);
  await reapOrphans(options);
  return withFreshCells(await openSandbox(options));
}
