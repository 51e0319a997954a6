import { writtenEnvironment } from '../../config/settings';
import type { Settings } from '../../config/settings';
import type { LabContext } from '../lab-context';
import { buildTime, endpointFingerprint, endpointIn } from './ensure-worker';
import { ownProcess } from './own-process';
import { sha256Of } from '../sha256-of';

export const supervisorName = 'supervisor';

/**
 * Starts this state folder's supervisor, or finds it. One with other settings is replaced, since it has nothing in hand
 * and what it starts next goes by its own; but one that holds a key only for a run on an endpoint, by a command that has one.
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

/** What a supervisor goes by: the build, the endpoint and every setting that it hands on. */
export function supervisorFingerprint(settings: Settings): string {
  // Of another terminal, or found along another way, it is the same.
  const handedOn = { ...writtenEnvironment(settings), PATH: undefined };
  return JSON.stringify({
    build: buildTime(),
    settings: sha256Of(JSON.stringify(handedOn)).slice(0, 8),
    endpoint: endpointFingerprint(settings),
  });
}
