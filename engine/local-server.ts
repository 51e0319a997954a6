import { resolve } from 'node:path';

import type { TemporalBinary } from './temporal-binary';
import { ensureProcess } from '../processes/managed-process';
import type { EnsuredProcess, ManagedProcess } from '../processes/managed-process';
import { findProcess, logPath } from '../processes/find-process';
import type { FoundProcess } from '../processes/find-process';
import { portsPath } from '../processes/ports';
import type { ProcessFolders, ProcessRecord } from '../processes/process-record';
import { checkDatabase, rememberVersion } from './temporal/engine-database';
import { servesTemporal } from './temporal/serves-temporal';
import { prepareNamespace } from './temporal/prepare-namespace';
import { runCommand } from './temporal/run-command';
import { cliEnvironment, enginePorts, localHost, serverCommand } from './temporal/server-command';
import { explainServerFailure } from './temporal/explain-server-failure';

export const engineProcess = 'engine';

/** Where a local engine lives; a part of `StateFolder`. */
export interface EngineStateFolder extends ProcessFolders {
  readonly root: string;
  readonly engineDatabase: string;
}

export interface LocalServerOptions {
  readonly state: EngineStateFolder;
  readonly searchPath: string;
  /** Default 30 s. */
  readonly startWithinMs?: number | undefined;
}

export interface EngineAddresses {
  /** `127.0.0.1:port`. */
  readonly address: string;
  readonly uiUrl: string | null;
}

export function addressesOf(record: Pick<ProcessRecord, 'ports'>): EngineAddresses {
  const { frontend, ui } = record.ports;
  return {
    address: `${localHost}:${String(frontend)}`,
    uiUrl: ui === undefined ? null : `http://${localHost}:${ui}`,
  };
}

/** The local server that runs and answers, without starting anything; null when there is none. */
export async function findLocalServer(state: EngineStateFolder): Promise<ProcessRecord | null> {
  const found = await findProcess(state, engineProcess);
  if (found.kind !== 'alive' || found.record.readyAt === null) return null;
  return (await answers(found.record)) ? found.record : null;
}

/** As `findProcess`, of the engine. */
export function findEngineProcess(state: EngineStateFolder): Promise<FoundProcess> {
  return findProcess(state, engineProcess);
}

/**
 * Finds or starts the folder's server, on the ports of last time; returns when it answers and its namespace is prepared.
 * @throws PortInUseError, EngineDatabaseLockedError, EngineDatabaseCorruptError, EngineVersionMismatchError,
 * StateFolderNotWritableError, DiskFullError, EngineNotStartedError, LockHeldError
 */
export async function ensureLocalServer(
  options: LocalServerOptions,
  binary: TemporalBinary,
): Promise<EnsuredProcess> {
  const { state } = options;
  const database = resolve(state.engineDatabase);
  const logFile = logPath(state, engineProcess);
  try {
    return await ensureProcess(state, temporalServer(options, binary));
  } catch (error) {
    const portsFile = portsPath(state, engineProcess);
    throw explainServerFailure(error, { database, logFile, portsFile });
  }
}

function temporalServer(options: LocalServerOptions, binary: TemporalBinary): ManagedProcess {
  const { state, searchPath, startWithinMs } = options;
  const database = resolve(state.engineDatabase);
  const files = { binary: binary.path, database, home: resolve(state.root), searchPath };
  return {
    name: engineProcess,
    ports: enginePorts,
    fingerprint: `temporal-${binary.serverVersion}`,
    checkBeforeStart: () => checkDatabase(database, binary),
    command: (ports) => serverCommand(files, ports),
    isReady: answers,
    prepare: async (record) => {
      await prepareNamespace({
        run: runCommand,
        binary: binary.path,
        address: addressesOf(record).address,
        environment: cliEnvironment(files),
      });
      await rememberVersion(database, binary.serverVersion);
    },
    ...(startWithinMs === undefined ? {} : { readyWithinMs: startWithinMs }),
  };
}

function answers(record: ProcessRecord): Promise<boolean> {
  return servesTemporal(addressesOf(record).address);
}
