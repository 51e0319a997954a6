import {
  EngineDatabaseCorruptError,
  EngineDatabaseLockedError,
  EngineNotStartedError,
} from '../errors';
import {
  DiskFullError,
  PortInUseError,
  ProcessExitedEarlyError,
  ProcessNotReadyError,
  StateFolderNotWritableError,
} from '../../processes/errors';

export interface ServerPlaces {
  readonly database: string;
  readonly logFile: string;
  readonly portsFile: string;
}

/**
 * The cause behind a server that ended early or never answered, from what it wrote. The words are those of Temporal's
 * server 1.29 and of SQLite; one that is not recognised keeps the log's tail. Other errors are returned as they are.
 */
export function explainServerFailure(error: unknown, places: ServerPlaces): unknown {
  if (!(error instanceof ProcessExitedEarlyError || error instanceof ProcessNotReadyError)) {
    return error;
  }
  const log = error.logTail;
  const port =
    /can't set [\w ]*port (\d+)|listen tcp [^ ]*:(\d+): bind: address already in use/.exec(log);
  if (port !== null)
    return new PortInUseError('engine', Number(port[1] ?? port[2]), places.portsFile);
  if (/database or disk is full|no space left on device|disk I\/O error \(4874\)/.test(log)) {
    return new DiskFullError(places.database, { cause: error });
  }
  if (/database is locked|SQLITE_BUSY/.test(log)) {
    return new EngineDatabaseLockedError(places.database, []);
  }
  const corrupt = /file is not a database|database disk image is malformed|no such table: \w+/.exec(
    log,
  );
  if (corrupt !== null) return new EngineDatabaseCorruptError(places.database, corrupt[0]);
  if (/readonly database|unable to open database file|permission denied/.test(log)) {
    return new StateFolderNotWritableError(places.database, { cause: error });
  }
  return new EngineNotStartedError(places.logFile, { cause: error });
}
