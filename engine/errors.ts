import { dirname, join } from 'node:path';

import { NotReadyError } from '../core/errors/errors';
import { reasonOf } from '../processes/errors';

export interface BinaryAttempt {
  readonly way: string;
  readonly reason: string;
}

/** None of the ways to a `temporal` program worked; the message lists each with its reason. */
export class EngineBinaryMissingError extends NotReadyError {
  constructor(readonly attempts: readonly BinaryAttempt[]) {
    const lines = attempts.map(({ way, reason }) => `  - ${way}: ${reason}`);
    super(
      `no usable temporal program (it runs the local engine):\n${lines.join('\n')}`,
      'Any one of these is enough: TEMPORAL_ADDRESS of a running engine; TEMPORAL_CLI_PATH of a temporal program; temporal on PATH ' +
        '(https://docs.temporal.io/cli); open access to https://temporal.download; a Go toolchain (1.25 or newer) with access to its module proxy',
      { code: 'ENGINE_BINARY_MISSING' },
    );
  }
}

/** TEMPORAL_CLI_PATH names something that cannot run the engine; it is never silently passed over. */
export class EngineBinaryUnusableError extends NotReadyError {
  constructor(
    readonly path: string,
    readonly reason: string,
  ) {
    super(
      `TEMPORAL_CLI_PATH=${path} cannot be used: ${reason}`,
      'Point TEMPORAL_CLI_PATH at a working temporal program, or unset it to have one found or fetched',
      { code: 'ENGINE_BINARY_UNUSABLE' },
    );
  }
}

/** Another process has the engine's database open. Two servers on one file would spoil each other's work. */
export class EngineDatabaseLockedError extends NotReadyError {
  constructor(
    readonly database: string,
    readonly holderPids: readonly number[],
  ) {
    const [first] = holderPids;
    super(
      `the engine's database ${database} is in use by ${
        first === undefined ? 'another process' : `process ${holderPids.join(', ')}`
      }, which this state folder does not know`,
      first === undefined
        ? `Stop the program that has it open (fuser ${database} names it)`
        : `Stop process ${first} (ps -p ${first} -o args shows what it is), or set ESPALIER_HOME to another folder`,
      { code: 'ENGINE_DATABASE_LOCKED' },
    );
  }
}

/** The engine's database cannot be read as one. It is left as it is. */
export class EngineDatabaseCorruptError extends NotReadyError {
  constructor(
    readonly database: string,
    readonly reason: string,
  ) {
    super(
      `the engine's database ${database} is damaged or was never finished: ${reason}`,
      moveAside(database),
      { code: 'ENGINE_DATABASE_CORRUPT' },
    );
  }
}

/** The database was made by another version of the server, which never migrates such files. */
export class EngineVersionMismatchError extends NotReadyError {
  constructor(
    readonly database: string,
    readonly versions: { readonly madeBy: string; readonly found: string; readonly path: string },
  ) {
    super(
      `the engine's database ${database} was made by Temporal server ${versions.madeBy}; ${versions.path} is ${versions.found}`,
      `Set TEMPORAL_CLI_PATH to a temporal program with server ${versions.madeBy}. Or: ${moveAside(database)}`,
      { code: 'ENGINE_VERSION_MISMATCH' },
    );
  }
}

/** The server ended, or never answered, for a cause that we have no name for. */
export class EngineNotStartedError extends NotReadyError {
  constructor(
    readonly logFile: string,
    options: { readonly cause: unknown },
  ) {
    super(
      `the local engine did not start${reasonOf(options.cause)}`,
      `Read ${logFile}; espalier doctor checks what it needs`,
      { code: 'ENGINE_NOT_STARTED', cause: options.cause },
    );
  }
}

/** Nothing listens where TEMPORAL_ADDRESS points. */
export class EngineUnreachableError extends NotReadyError {
  constructor(
    readonly address: string,
    readonly reason: string,
  ) {
    super(
      `the engine at TEMPORAL_ADDRESS=${address} cannot be reached: ${reason}`,
      'Start it, correct TEMPORAL_ADDRESS (host:port), or unset it to use a local engine',
      { code: 'ENGINE_UNREACHABLE' },
    );
  }
}

/** What to do about a database that cannot be used: never deleted, moved by the person. */
function moveAside(database: string): string {
  const folder = dirname(database);
  const stamp = new Date().toISOString().replace(/[-:]|\..*$/g, '');
  const aside = join(folder, `engine-aside-${stamp}`);
  return (
    `Move it aside: mkdir ${aside} && mv ${database}* ${join(folder, 'engine.version.json')} ${aside}/ ` +
    '(a missing engine.version.json does no harm). Nothing that was paid is lost: the journal in the store keeps every answer, and espalier run resume RUN finishes from it'
  );
}
