import type { Database, Statement } from 'better-sqlite3';
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';

import { retryWhileBusy } from './retry-while-busy';
import { translateStoreError } from './translate-error';

/** Statements differ by shape only; beyond this many something builds them from data, and the cache starts anew. */
const MOST_STATEMENTS = 400;

export interface DriverOptions {
  readonly database: Database;
  readonly path: string;
  readonly busyTimeoutMs: number;
}

class Connection implements DatabaseConnection {
  readonly #options: DriverOptions;
  readonly #statements = new Map<string, Statement>();

  constructor(options: DriverOptions) {
    this.#options = options;
  }

  get inTransaction(): boolean {
    return this.#options.database.inTransaction;
  }

  async command(sql: string): Promise<void> {
    await this.#guarded(() => this.#prepared(sql).run());
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#guarded(() => {
      const statement = this.#prepared(query.sql);
      if (statement.reader) return { rows: statement.all(query.parameters) as Row[] };
      const { changes } = statement.run(query.parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    });
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const statement = this.#options.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  async #guarded<T>(step: () => T): Promise<T> {
    const { database, path, busyTimeoutMs } = this.#options;
    try {
      // Inside a transaction a lock cannot be waited out: the snapshot is fixed.
      return database.inTransaction ? step() : await retryWhileBusy(step, busyTimeoutMs);
    } catch (error) {
      throw translateStoreError(error, path);
    }
  }
}

/** Unlike Kysely's: writing transactions lock at their beginning, waits do not block the process, errors are translated. */
class StoreDriver implements Driver {
  readonly #options: DriverOptions;
  readonly #connection: Connection;
  #turn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => undefined;

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#connection = new Connection(options);
  }

  async init(): Promise<void> {
    // The database was opened before.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn;
    let end = (): void => undefined;
    this.#turn = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    this.#endTurn = end;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#endTurn();
  }

  async beginTransaction(_: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#connection.command(
      settings.accessMode === 'read only' ? 'begin deferred' : 'begin immediate',
    );
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.command('commit');
  }

  async rollbackTransaction(): Promise<void> {
    // A full disk makes SQLite roll back by itself.
    if (this.#connection.inTransaction) await this.#connection.command('rollback');
  }

  async destroy(): Promise<void> {
    await this.acquireConnection();
    this.#options.database.close();
    await this.releaseConnection();
  }
}

export function storeDialect(options: DriverOptions): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new StoreDriver(options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
