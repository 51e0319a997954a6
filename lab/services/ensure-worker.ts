import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { findApiKey } from '../../config/api-key';
import { findPackageRoot } from '../../config/package-root';
import type { Settings } from '../../config/settings';
import type { EngineTarget } from '../../client';
import type { LabContext } from '../lab-context';
import { ownProcess } from './own-process';
import { readWorkerReady, workerName, workerReadyFile } from './worker-ready';

/** What to do with a process that runs with other settings than this command's. */
export type WhenDifferent = 'keep' | 'restart';

export interface WorkerNeeds {
  /** It will have to ask a real endpoint, with this command's key. */
  readonly needsEndpoint: boolean;
  readonly whenDifferent: WhenDifferent;
}

/**
 * Starts this state folder's worker, or finds it. Where one with other settings is to be replaced, it is gently: what it
 * had in hand is tried again. One that holds a key is replaced only for a run on a real endpoint, and one that cannot ask
 * that endpoint with this command's key always is.
 */
export async function ensureWorker(
  { settings, folder, offline = false }: LabContext,
  target: EngineTarget,
  { needsEndpoint, whenDifferent }: WorkerNeeds,
): Promise<'started' | 'found'> {
  const { ensureProcess, findProcess } = await import('../../processes/index.js');
  const wanted = fingerprintOf(settings, target);
  const found = await findProcess(folder, workerName);
  const held = found.kind === 'alive' ? endpointIn(found.record.fingerprint) : null;
  const otherEndpoint = needsEndpoint && held !== endpointIn(wanted);
  const ensured = await ensureProcess(folder, {
    name: workerName,
    ports: {},
    fingerprint: wanted,
    whenDifferent: otherEndpoint
      ? 'restart'
      : needsEndpoint || held === null
        ? whenDifferent
        : 'keep',
    isReady: (record) => Promise.resolve(readWorkerReady(folder)?.pid === record.identity.pid),
    command: () =>
      ownProcess(
        'worker-main',
        { role: 'all', target, readyFile: workerReadyFile(folder), offline },
        settings,
      ),
  });
  return ensured.started ? 'started' : 'found';
}

/** What a worker goes by; everything else of the settings is decided by the run. */
const usedSettings = [
  'ESPALIER_SANDBOX',
  'ESPALIER_SANDBOX_IMAGE',
  'ESPALIER_SANDBOX_ROOT',
  'ESPALIER_SANDBOX_SLOTS',
  'ESPALIER_SESSIONS',
  'ESPALIER_SESSION_IDLE_MS',
  'DOCKER_HOST',
  'ESPALIER_HEARTBEAT_MS',
  'ESPALIER_STICKY_MS',
  'ESPALIER_MODEL_TIMEOUT_MS',
  'ESPALIER_STREAM',
  'ESPALIER_STORE_SYNC',
] as const satisfies readonly (keyof Settings)[];

/** What a worker was started with. */
function fingerprintOf(settings: Settings, target: EngineTarget): string {
  const used = usedSettings.map((name) => settings[name] ?? null);
  return JSON.stringify({
    build: buildTime(),
    target: target.address,
    settings: shortHash(JSON.stringify(used)),
    endpoint: endpointFingerprint(settings),
  });
}

/** Stands for an endpoint and its key, of which only whether they changed can be told; null: there is no key. */
export function endpointFingerprint(settings: Settings): string | null {
  const found = findApiKey(settings);
  const { OPENAI_BASE_URL: baseUrl = '' } = settings;
  return found.kind === 'found' ? shortHash(`${baseUrl} ${found.key}`) : null;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** The `endpointFingerprint` that a process was started with; null: none. */
export function endpointIn(fingerprint: string): string | null {
  // Of one that was found by its log alone it is not known.
  if (fingerprint === '') return null;
  const { endpoint } = JSON.parse(fingerprint) as { readonly endpoint: string | null };
  return endpoint;
}

/** When what would be started now was built, ms; 0: it is not known. */
export function buildTime(): number {
  try {
    return Math.round(statSync(join(findPackageRoot(), 'dist', 'workflow-bundle.js')).mtimeMs);
  } catch {
    return 0;
  }
}
