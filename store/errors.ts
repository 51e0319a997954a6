import { EspalierError, exitCodes } from '../core/errors/errors';

interface Facts {
  readonly path: string;
  readonly cause?: unknown;
}

function withCause(facts: Facts): { readonly cause?: unknown } {
  return facts.cause === undefined ? {} : { cause: facts.cause };
}

/** Another process holds the file's write lock for longer than we wait. Trying later helps. */
export class StoreLockedError extends EspalierError {
  readonly path: string;

  constructor(facts: Facts) {
    super(`the store ${facts.path} is locked by another process`, {
      code: 'STORE_LOCKED',
      remedy: `Close whatever else has ${facts.path} open for writing (a database browser, a copy tool), then try again`,
      fate: 'retryable',
      ...withCause(facts),
    });
    this.path = facts.path;
  }
}

/** No space left. What was acknowledged before is safe; the run waits until there is room. */
export class StoreFullError extends EspalierError {
  readonly path: string;

  constructor(facts: Facts) {
    super(`no space left on the disk that holds the store ${facts.path}`, {
      code: 'STORE_FULL',
      remedy: `Free space on that disk (everything written so far is kept), then: espalier run resume RUN`,
      fate: 'pauses-run',
      ...withCause(facts),
    });
    this.path = facts.path;
  }
}

/** The file is damaged or is no SQLite database. It is left exactly as it is. */
export class StoreCorruptError extends EspalierError {
  readonly path: string;

  constructor(facts: Facts & { readonly finding: string }) {
    super(`the store ${facts.path} cannot be read: ${facts.finding}. It was left as it is`, {
      code: 'STORE_CORRUPT',
      remedy:
        `Restore a backup, or move ${facts.path}, ${facts.path}-wal and ${facts.path}-shm aside together ` +
        `(try: sqlite3 ${facts.path} .recover). A new store starts empty: runs recorded in the old one cannot be ` +
        `shown, and model calls its journal holds as answered would be sent and paid again`,
      fate: 'pauses-run',
      ...withCause(facts),
    });
    this.path = facts.path;
  }
}

/** The folder or the file cannot be created or written. */
export class StoreNotWritableError extends EspalierError {
  readonly path: string;

  constructor(facts: Facts & { readonly finding: string }) {
    super(`the store ${facts.path} is not writable: ${facts.finding}`, {
      code: 'STORE_NOT_WRITABLE',
      remedy: `Make its folder and file writable for this user, or choose another state folder with ESPALIER_HOME`,
      fate: 'pauses-run',
      ...withCause(facts),
    });
    this.path = facts.path;
  }
}

/** Written by a newer Espalier; older code must not touch it. */
export class StoreSchemaNewerError extends EspalierError {
  readonly path: string;
  readonly found: number;
  readonly known: number;

  constructor(facts: { readonly path: string; readonly found: number; readonly known: number }) {
    super(
      `the store ${facts.path} has schema ${String(facts.found)}; this Espalier knows schemas up to ${String(facts.known)}`,
      {
        code: 'STORE_SCHEMA_NEWER',
        remedy: `Use the newer Espalier that wrote it, or another state folder with ESPALIER_HOME`,
      },
    );
    this.path = facts.path;
    this.found = facts.found;
    this.known = facts.known;
  }
}

/** Opened for reading only, and written by an older Espalier: migrating needs writing. */
export class StoreSchemaOlderError extends EspalierError {
  readonly path: string;

  constructor(facts: { readonly path: string; readonly found: number; readonly known: number }) {
    super(
      `the store ${facts.path} has schema ${String(facts.found)} and this Espalier needs ${String(facts.known)}; it was opened for reading only`,
      {
        code: 'STORE_SCHEMA_OLDER',
        remedy: `Run a command that writes (espalier run start or run resume): it copies the store, then migrates it`,
      },
    );
    this.path = facts.path;
  }
}

/** A database, but of another program. */
export class StoreForeignError extends EspalierError {
  readonly path: string;

  constructor(path: string) {
    super(`${path} is a database of another program, not a store of Espalier`, {
      code: 'STORE_FOREIGN',
      remedy: `Choose another state folder with ESPALIER_HOME`,
    });
    this.path = path;
  }
}

/** Opened for reading only, and there is no file. */
export class StoreMissingError extends EspalierError {
  readonly path: string;

  constructor(path: string) {
    super(`there is no store at ${path}`, {
      code: 'STORE_MISSING',
      remedy: `Start a run first (espalier run start), or point ESPALIER_HOME at the folder of an earlier one`,
    });
    this.path = path;
  }
}

/** Any other failure of the database or its disk. */
export class StoreFailedError extends EspalierError {
  readonly path: string;

  constructor(facts: Facts & { readonly finding: string }) {
    super(`the store ${facts.path} failed: ${facts.finding}`, {
      code: 'STORE_FAILED',
      remedy: `Check the disk that holds ${facts.path}; if it persists, report the message above`,
      fate: 'retryable',
      ...withCause(facts),
    });
    this.path = facts.path;
  }
}

/** Nothing is stored under this hash. */
export class BlobMissingError extends EspalierError {
  readonly sha256: string;

  constructor(sha256: string, what: 'text' | 'archive' = 'text') {
    super(`the store holds no ${what} with sha256 ${sha256}`, {
      code: 'BLOB_MISSING',
      remedy: `Check that this is the store (ESPALIER_HOME) the run was started with`,
      fate: 'begins-anew',
    });
    this.sha256 = sha256;
  }
}

/** A run, an attempt, a problem or a journal row that should be there is not. */
export class RecordMissingError extends EspalierError {
  constructor(what: string) {
    super(`the store holds no ${what}`, {
      code: 'RECORD_MISSING',
      remedy: `See espalier run list, and check that ESPALIER_HOME is the folder the run was started with`,
      fate: 'begins-anew',
      exitCode: exitCodes.usage,
    });
  }
}

/** The work that wants to write to an attempt is not the one that the store knows the attempt's run to be worked on by. */
export class WorkSupersededError extends EspalierError {
  constructor(attempt: string, run: string) {
    super(
      `${attempt} is not written to by this work on its run, which the store does not know as the newest: work was begun anew, or the store was put back to an earlier state`,
      {
        code: 'WORK_SUPERSEDED',
        remedy: `\`espalier run resume ${run}\` ends what is not the newest and goes on with what is stored`,
        fate: 'pauses-run',
      },
    );
  }
}

/** Somebody else has gone on with the dialogue: another event stands where this one was to go. */
export class DialogueMovedError extends EspalierError {
  readonly place: number;

  constructor(dialogue: string, place: number) {
    super(`the dialogue ${dialogue} has gone on elsewhere: it has another event ${String(place)}`, {
      code: 'DIALOGUE_MOVED',
      remedy: `Open it again: what is in the store stands, and it goes on from there`,
    });
    this.place = place;
  }
}

/** A row does not have the form this version writes. */
export class RecordUnreadableError extends EspalierError {
  constructor(what: string, facts: { readonly finding: string; readonly cause?: unknown }) {
    super(`the stored ${what} cannot be read: ${facts.finding}`, {
      code: 'RECORD_UNREADABLE',
      remedy: `It was edited, or written by another version: use that version, or a backup of the store`,
      ...(facts.cause === undefined ? {} : { cause: facts.cause }),
    });
  }
}

/** The same data-set hash and id, with other contents than the ones stored. */
export class ProblemConflictError extends EspalierError {
  constructor(datasetSha256: string, id: string) {
    super(
      `problem ${id} of data set ${datasetSha256} is already in the store with other contents`,
      {
        code: 'PROBLEM_CONFLICT',
        remedy: `The data set's sha256 must cover everything that shapes its rows; give the changed data set its own hash, or use another state folder with ESPALIER_HOME`,
        exitCode: exitCodes.usage,
      },
    );
  }
}
