import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

import type { AgentRole } from '../../core/names/roles';
import { readRequestLog, type RequestLogEntry } from '../../llm/simulated';
import type { EspalierHome } from './espalier-home';

interface ReadSoFar {
  readonly inode: number;
  /** Of the bytes of whole lines. */
  offset: number;
  readonly entries: Map<string, RequestLogEntry>;
}
const readSoFar = new Map<string, ReadSoFar>();

/** Every arrival at this home's model servers. Cheap to repeat: only what was added since the last look is read. */
export function requestsOf(home: EspalierHome): readonly RequestLogEntry[] {
  const { logs } = home.folder;
  if (!existsSync(logs)) return [];
  return readdirSync(logs)
    .filter((name) => /^model-.*\.requests\.jsonl$/.test(name))
    .flatMap((name) => entriesOf(join(logs, name)));
}

function entriesOf(file: string): readonly RequestLogEntry[] {
  // Of a log that has begun a second file the product knows how to make one.
  if (existsSync(`${file}.earlier`)) return readRequestLog(file);
  const descriptor = openSync(file, 'r');
  try {
    const { ino: inode, size } = fstatSync(descriptor);
    const before = readSoFar.get(file);
    const isSame = before?.inode === inode && before.offset <= size;
    const log = isSame ? before : { inode, offset: 0, entries: new Map<string, RequestLogEntry>() };
    readSoFar.set(file, log);
    if (size > log.offset) readOn(descriptor, log, size);
    return [...log.entries.values()];
  } finally {
    closeSync(descriptor);
  }
}

/** Takes up the whole lines up to this size. A later line of an arrival replaces the earlier one, in its place. */
function readOn(descriptor: number, log: ReadSoFar, size: number): void {
  const added = Buffer.alloc(size - log.offset);
  readSync(descriptor, added, 0, added.length, log.offset);
  const end = added.lastIndexOf('\n') + 1;
  log.offset += end;
  for (const line of added.toString('utf8', 0, end).split('\n')) {
    const entry = entryIn(line);
    if (entry !== null) log.entries.set(`${entry.identity}#${String(entry.arrival)}`, entry);
  }
}

/** null: a kill has cut the line short. */
function entryIn(line: string): RequestLogEntry | null {
  try {
    return JSON.parse(line) as RequestLogEntry;
  } catch {
    return null;
  }
}

export function arrivalsOf(entries: readonly RequestLogEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { identity } of entries) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  return counts;
}

/** Arrived, and no answer handed to the connection; of one role, or of any. */
export function unanswered(
  entries: readonly RequestLogEntry[],
  role?: AgentRole,
): readonly RequestLogEntry[] {
  return entries.filter((entry) => {
    return entry.answered === null && (role === undefined || entry.role === role);
  });
}
