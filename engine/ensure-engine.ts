import { stat } from 'node:fs/promises';

import { obtainTemporalBinary } from './temporal-binary';
import type { BinaryOptions } from './temporal-binary';
import { EngineUnreachableError } from './errors';
import {
  addressesOf,
  engineProcess,
  ensureLocalServer,
  findEngineProcess,
  findLocalServer,
} from './local-server';
import type { EngineStateFolder } from './local-server';
import { stopProcess } from '../processes/managed-process';
import type { StopOutcome } from '../processes/managed-process';
import { acceptsConnections } from '../processes/ports';
import { databaseVersion } from './temporal/engine-database';
import { servesTemporal } from './temporal/serves-temporal';
import { localNamespace } from './temporal/server-command';

export interface EngineOptions extends BinaryOptions {
  readonly state: EngineStateFolder;
  /** TEMPORAL_ADDRESS: an engine of the user's; nothing is started then. */
  readonly address: string | undefined;
  /** TEMPORAL_NAMESPACE; it applies to an engine of the user's only. The local one always uses `default`. */
  readonly namespace: string;
  /** How long a local server may take to answer, ms. Default 30 s. */
  readonly startWithinMs?: number | undefined;
}

export interface Engine {
  /** `host:port`. */
  readonly address: string;
  readonly namespace: string;
  /** The engine's own pages in a browser; null when they are not known. */
  readonly uiUrl: string | null;
  /** True when this call started it. */
  readonly started: boolean;
  /** True when it had been started earlier and was found dead. */
  readonly replacedDead: boolean;
}

/**
 * TEMPORAL_ADDRESS's engine, else this state folder's local server, started if need be. @throws EngineUnreachableError,
 * EngineBinaryMissingError, EngineBinaryUnusableError and those of `ensureLocalServer`; all with exit code 3
 */
export async function ensureEngine(options: EngineOptions): Promise<Engine> {
  if (options.address !== undefined) return externalEngine(options.address, options.namespace);
  const running = await findLocalServer(options.state);
  if (running !== null) {
    return local(addressesOf(running), { started: false, replacedDead: false });
  }
  const binary = await obtainTemporalBinary(options);
  const ensured = await ensureLocalServer(options, binary);
  return local(addressesOf(ensured.record), ensured);
}

/** What there is now; nothing is started. */
export type EngineStatus =
  | {
      readonly kind: 'external';
      readonly address: string;
      readonly namespace: string;
      /** Null when it takes connections, else why not. */
      readonly problem: string | null;
    }
  | {
      readonly kind: 'running';
      readonly address: string;
      readonly namespace: string;
      readonly uiUrl: string | null;
      readonly pid: number;
      /** False when it lives and does not answer. */
      readonly answers: boolean;
      readonly startedAt: string;
      readonly serverVersion: string | null;
      readonly databaseBytes: number;
      readonly logFile: string;
    }
  | {
      /** `dead`: it ended without being stopped by us. */
      readonly kind: 'dead' | 'stopped';
      readonly serverVersion: string | null;
      /** 0 when there is no database yet. */
      readonly databaseBytes: number;
    };

export async function engineStatus(
  options: Pick<EngineOptions, 'state' | 'address' | 'namespace'>,
): Promise<EngineStatus> {
  const { state, address, namespace } = options;
  if (address !== undefined) {
    return { kind: 'external', address, namespace, problem: await connectionProblem(address) };
  }
  const found = await findEngineProcess(state);
  const serverVersion = await databaseVersion(state.engineDatabase);
  const databaseBytes = await sizeOfDatabase(state.engineDatabase);
  if (found.kind !== 'alive') {
    return { kind: found.kind === 'dead' ? 'dead' : 'stopped', serverVersion, databaseBytes };
  }
  const { record } = found;
  const addresses = addressesOf(record);
  return {
    kind: 'running',
    ...addresses,
    namespace: localNamespace,
    pid: record.identity.pid,
    answers: await servesTemporal(addresses.address),
    startedAt: record.startedAt,
    serverVersion,
    databaseBytes,
    logFile: record.logFile,
  };
}

/** An engine of the user's is never touched. @throws ProcessNotStoppedError, LockHeldError */
export function stopEngine(options: {
  readonly state: EngineStateFolder;
  readonly graceMs?: number;
}): Promise<StopOutcome> {
  const { state, graceMs } = options;
  return stopProcess(state, engineProcess, graceMs === undefined ? {} : { graceMs });
}

async function externalEngine(address: string, namespace: string): Promise<Engine> {
  const problem = await connectionProblem(address);
  if (problem !== null) throw new EngineUnreachableError(address, problem);
  return { address, namespace, uiUrl: null, started: false, replacedDead: false };
}

/** Only whether something listens: TLS and keys are the client's, from the SDK's environment settings. */
async function connectionProblem(address: string): Promise<string | null> {
  const parts = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(address);
  const host = parts?.[1] ?? parts?.[2];
  const port = Number(parts?.[3]);
  if (host === undefined || !(port > 0 && port < 65_536)) return 'it is not of the form host:port';
  const { accepts, reason } = await acceptsConnections({ host, port }, 5_000);
  return accepts ? null : reason;
}

function local(
  addresses: Pick<Engine, 'address' | 'uiUrl'>,
  { started, replacedDead }: Pick<Engine, 'started' | 'replacedDead'>,
): Engine {
  return { ...addresses, namespace: localNamespace, started, replacedDead };
}

/** Most of a database may still be in its write-ahead log. */
async function sizeOfDatabase(database: string): Promise<number> {
  let bytes = 0;
  for (const path of [database, `${database}-wal`]) {
    bytes += await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}
