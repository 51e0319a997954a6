import { writtenEnvironment } from '../../config/settings';
import type { Settings } from '../../config/settings';
import type { LabContext } from '../lab-context';
import { buildTime, endpointFingerprint, endpointIn } from './ensure-worker';
import { ownProcess } from './own-process';
import { sha256Of } from '../sha256-of';

export const supervisorName = 'supervisor';

/**
 * Finds the supervisor of this state folder or starts one. A supervisor with other settings is replaced, because it has no
 * work in hand and the services that it starts get its settings. A supervisor that holds a key is replaced only for a run on
 * an endpoint, by a command that has a key.
 */
export async function ensureSupervisor(
  { settings, folder }: LabContext,
  { needsEndpoint }: { readonly needsEndpoint: boolean },
): Promise<'started' | 'found'> {
  const { ensureProcess, findProcess } = await import('../../processes/index.js');
  const found = await findProcess(folder, supervisorName);
  const held = found.kind === 'alive' ? endpointIn(found.record.fingerprint) : null;
  const losesKey = held !== null && !(needsEndpoint && endpointFingerprint(settings) !== null);
  const ensured = await ensureProcess(folder, {
    name: supervisorName,
    ports: {},
    fingerprint: supervisorFingerprint(settings),
    whenDifferent: losesKey ? 'keep' : 'restart',
    command: () => ownProcess('supervisor-main', {}, settings),
  });
  return ensured.started ? 'started' : 'found';
}

/** Fingerprint of a supervisor: the build, the endpoint and every setting that it passes on. */
export function supervisorFingerprint(settings: Settings): string {
  // The same folder counts as the same from another terminal or along another path.
  const handedOn = { ...writtenEnvironment(settings), PATH: undefined };
  return JSON.stringify({
    build: buildTime(),
    settings: sha256Of(JSON.stringify(handedOn)).slice(0, 8),
    endpoint: endpointFingerprint(settings),
  });
}
