// place: store/good.ts
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';

import { RunConfig } from '../core/schemas/run';

export const parts: readonly unknown[] = [Database, Kysely, RunConfig];
