import { statSync } from 'node:fs';
import { join } from 'node:path';

import { findApiKey } from '../../config/api-key';
import { findPackageRoot } from '../../config/package-root';
import { proxyVariables } from '../../config/proxy-for';
import type { Settings } from '../../config/settings';
import type { EngineTarget } from '../../client';
import { durationText } from '../../report/duration';
import type { LabContext } from '../lab-context';
import type { ManagedProcess } from '../../processes';
import { ownProcess } from './own-process';
import { readWorkerReady, workerName, workerReadyFile } from './worker-ready';
import { sha256Of } from '../sha256-of';

/** For a process with other settings: keep it, replace it only if the run could not continue with it, or replace it. */
export type WhenDifferent = 'keep' | 'if-needed' | 'restart';

export interface WorkerNeeds {
  /** Whether the worker must ask a real endpoint with the key of this command. */
  readonly needsEndpoint: boolean;
  readonly whenDifferent: WhenDifferent;
  /** Whether a person just typed the command: its key wins, differences are noted. A watcher's settings may be days old. */
  readonly typed: boolean;
}

/**
 * Finds the worker of this state folder or starts one. If the worker that runs has other settings, a note says so. A worker
 * that is to be replaced first finishes its model calls. A worker that holds a key is replaced only for a run on a real
 * endpoint. A worker that cannot ask that endpoint with the key of this command is always replaced.
 */
export async function ensureWorker(
  context: LabContext,
  target: EngineTarget,
  needs: WorkerNeeds,
): Promise<'started' | 'found'> {
  const { settings, folder } = context;
  const { ensureProcess, findProcess } = await import('../../processes/index.js');
  const wanted = fingerprintOf(settings, target);
  const found = await findProcess(folder, workerName);
  const whenDifferent =
    found.kind === 'alive'
      ? whatToDo(context, { running: found.record.fingerprint, wanted, needs })
      : 'keep';
  const ensured = await ensureProcess(folder, {
    ...workerProcess(context, target),
    fingerprint: wanted,
    whenDifferent,
  });
  return ensured.started ? 'started' : 'found';
}

/** The worker as a process of its state folder. */
export function workerProcess(
  { settings, folder, offline = false }: LabContext,
  target: EngineTarget,
): Omit<ManagedProcess, 'fingerprint' | 'whenDifferent'> {
  const readyFile = workerReadyFile(folder);
  return {
    name: workerName,
    ports: {},
    stopWithinMs: workerStopsWithinMs(settings),
    isReady: (record) => Promise.resolve(readWorkerReady(folder)?.pid === record.identity.pid),
    command: () => ownProcess('worker-main', { role: 'all', target, readyFile, offline }, settings),
  };
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
  // A command that nobody has just typed never takes the key of a worker away. It may replace a worker without a key.
  const mustLeaveKey = differs.holdsKey && (unattended || !typed);
  const cannotAskEndpoint = differs.endpoint && !mustLeaveKey;
  const needsNoKey = differs.holdsKey && !needsEndpoint;
  const hasOldSettings =
    whenDifferent === 'restart' || (whenDifferent === 'if-needed' && differs.code);
  if (!cannotAskEndpoint && (needsNoKey || !hasOldSettings)) {
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

/** A worker that was told to stop waits for its model calls, and then needs a moment to end. */
export function workerStopsWithinMs(settings: Settings): number {
  return settings.ESPALIER_MODEL_TIMEOUT_MS + 30_000;
}

/** The settings that a worker depends on. The run determines everything else. */
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
  /** Values by name. A worker of an earlier version has one text for all. */
  readonly settings: string | Readonly<Record<string, string>>;
  /** Fingerprint of the endpoint and key. null: none. */
  readonly endpoint: string | null;
}

/** The settings that a worker was started with. A value may be a secret, so only a change of it can be seen. */
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

/** Fingerprint of an endpoint, its key and the way to it, to see changes. null: no key. Key files count by their name. */
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
  return sha256Of(text).slice(0, 8);
}

/** The `endpointFingerprint` of a running process. null: none. */
export function endpointIn(fingerprint: string): string | null {
  // A process that was found only by its log has an unknown fingerprint.
  if (fingerprint === '') return null;
  const { endpoint } = JSON.parse(fingerprint) as { readonly endpoint: string | null };
  return endpoint;
}

interface Differences {
  /** Names of the differences, for people. The endpoint is named only if it is needed. */
  readonly names: readonly string[];
  /** Whether the code or the engine differs. A run continues only with its own code and engine. */
  readonly code: boolean;
  /** Whether the worker cannot ask the endpoint of the run with the key of this command. */
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

/** Nothing is known about a process that was found only by its log. */
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

/** Time at which the present build was made, in ms. 0: unknown. */
export function buildTime(): number {
  try {
    return Math.round(statSync(join(findPackageRoot(), 'dist', 'workflow-bundle.js')).mtimeMs);
  } catch {
    return 0;
  }
}
