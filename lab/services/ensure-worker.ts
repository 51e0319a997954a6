import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { findApiKey } from '../../config/api-key';
import { findPackageRoot } from '../../config/package-root';
import { proxyVariables } from '../../config/proxy-for';
import type { Settings } from '../../config/settings';
import type { EngineTarget } from '../../client';
import { durationText } from '../../report/duration';
import type { LabContext } from '../lab-context';
import { ownProcess } from './own-process';
import { readWorkerReady, workerName, workerReadyFile } from './worker-ready';

/**
 * What to do with a process that runs with other settings than this command's: leave it, replace it only where the run
 * could not go on with it, or replace it.
 */
export type WhenDifferent = 'keep' | 'if-needed' | 'restart';

export interface WorkerNeeds {
  /** It will have to ask a real endpoint, with this command's key. */
  readonly needsEndpoint: boolean;
  readonly whenDifferent: WhenDifferent;
  /**
   * A person has just typed the command: then it is said where one goes on with other settings, and their key takes the place of
   * another. Not at the looks of who watches, whose settings may be of days ago.
   */
  readonly typed: boolean;
}

/**
 * Starts this state folder's worker, or finds it, and says where one goes on with other settings. Where it is to be
 * replaced it first finishes the model calls that it has in flight. One that holds a key is replaced only for a run on a
 * real endpoint, and one that cannot ask that endpoint with this command's key always is.
 */
export async function ensureWorker(
  context: LabContext,
  target: EngineTarget,
  needs: WorkerNeeds,
): Promise<'started' | 'found'> {
  const { settings, folder, offline = false } = context;
  const { ensureProcess, findProcess } = await import('../../processes/index.js');
  const wanted = fingerprintOf(settings, target);
  const found = await findProcess(folder, workerName);
  const whenDifferent =
    found.kind === 'alive'
      ? whatToDo(context, { running: found.record.fingerprint, wanted, needs })
      : 'keep';
  const ensured = await ensureProcess(folder, {
    name: workerName,
    ports: {},
    fingerprint: wanted,
    whenDifferent,
    stopWithinMs: workerStopsWithinMs(settings),
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

function whatToDo(
  { settings, note, unattended = false }: LabContext,
  {
    running,
    wanted,
    needs,
  }: { readonly running: string; readonly wanted: string; readonly needs: WorkerNeeds },
): 'keep' | 'restart' {
  const differs = differencesBetween(running, wanted, needs.needsEndpoint);
  if (differs.names.length === 0) return 'keep';
  const what = `${differs.names.join(', ')} ${differs.names.length === 1 ? 'differs' : 'differ'}`;
  const { whenDifferent, needsEndpoint, typed } = needs;
  const keepsKey = differs.holdsKey && !needsEndpoint;
  const replaced =
    // What nobody has just typed takes no key away: it starts a worker with one in place of one that has none.
    (differs.endpoint && !((unattended || !typed) && differs.holdsKey)) ||
    (!keepsKey && (whenDifferent === 'restart' || (whenDifferent === 'if-needed' && differs.code)));
  if (!replaced) {
    if (typed) {
      note(
        `the worker goes on with what it was started with, though ${what}: \`espalier down\`, then this command again, starts one with yours`,
      );
    }
    return 'keep';
  }
  const atMost = durationText(settings.ESPALIER_MODEL_TIMEOUT_MS);
  note(
    `the worker is replaced, since ${what}; first it finishes the model calls it has in flight (at most ${atMost})`,
  );
  return 'restart';
}

/** A worker that was told to stop waits for its model calls, and then needs a moment. */
export function workerStopsWithinMs(settings: Settings): number {
  return settings.ESPALIER_MODEL_TIMEOUT_MS + 30_000;
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

interface Fingerprint {
  readonly build: number;
  readonly target: string;
  /** By name; of a worker of an earlier version one text for all. */
  readonly settings: string | Readonly<Record<string, string>>;
  /** Stands for the endpoint and key; null: none. */
  readonly endpoint: string | null;
}

/** What a worker was started with. Of a value, which may be a secret, only whether it changed can be told. */
function fingerprintOf(settings: Settings, target: EngineTarget): string {
  const used = usedSettings.map(
    (name) => [name, shortHash(JSON.stringify(settings[name] ?? null))] as const,
  );
  const fingerprint: Fingerprint = {
    build: buildTime(),
    target: target.address,
    settings: Object.fromEntries(used),
    endpoint: endpointFingerprint(settings),
  };
  return JSON.stringify(fingerprint);
}

/**
 * Stands for an endpoint, its key and the way to it, of which only whether they changed can be told; null: there is no key. What a file
 * holds is read anew at each need, so of one its name counts.
 */
export function endpointFingerprint(settings: Settings): string | null {
  if (findApiKey(settings).kind !== 'found') return null;
  const {
    OPENAI_BASE_URL: baseUrl = '',
    OPENAI_API_KEY: key,
    OPENAI_API_KEY_FILE: file,
  } = settings;
  const proxies = proxyVariables.flatMap((name) => settings[name] ?? []);
  return shortHash([baseUrl, key ?? `file ${String(file)}`, ...proxies].join(' '));
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

interface Differences {
  /** For people; an endpoint only where one is needed. */
  readonly names: readonly string[];
  /** A run goes on under its own code and engine only. */
  readonly code: boolean;
  /** The run's endpoint cannot be asked with this command's key. */
  readonly endpoint: boolean;
  readonly holdsKey: boolean;
}

function differencesBetween(running: string, wanted: string, needsEndpoint: boolean): Differences {
  const [one, other] = [readFingerprint(running), readFingerprint(wanted)];
  const code = one.build !== other.build || one.target !== other.target;
  const endpoint = needsEndpoint && one.endpoint !== other.endpoint;
  const names = [
    ...(one.build === other.build ? [] : ['the version']),
    ...(one.target === other.target ? [] : ['the engine']),
    ...(endpoint ? ['OPENAI_BASE_URL or the key for it'] : []),
    ...settingsThatDiffer(one.settings, other.settings),
  ];
  return { names, code, endpoint, holdsKey: (one.endpoint ?? null) !== null };
}

/** Of a process that was found by its log alone nothing is known. */
function readFingerprint(text: string): Partial<Fingerprint> {
  return text === '' ? {} : (JSON.parse(text) as Fingerprint);
}

function settingsThatDiffer(
  one: Partial<Fingerprint>['settings'],
  other: Partial<Fingerprint>['settings'],
): readonly string[] {
  if (typeof one !== 'object' || typeof other !== 'object') return ['one of its settings'];
  return usedSettings.filter((name) => one[name] !== other[name]);
}

/** When what would be started now was built, ms; 0: it is not known. */
export function buildTime(): number {
  try {
    return Math.round(statSync(join(findPackageRoot(), 'dist', 'workflow-bundle.js')).mtimeMs);
  } catch {
    return 0;
  }
}
