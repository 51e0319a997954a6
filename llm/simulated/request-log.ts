import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { z } from 'zod';

import { NotReadyError } from '../../core/errors/errors';
import { agentRoles } from '../../core/names/roles';

/** One arrival of a request, as the model server saw it. */
export const RequestLogEntry = z.object({
  /** The Idempotency-Key, else a hash of the request. */
  identity: z.string(),
  problem: z.string(),
  role: z.enum(agentRoles),
  /** `sample/ordinal`. */
  draw: z.string(),
  /** How often this identity had arrived, this time included. */
  arrival: z.int().positive(),
  /** ISO time. */
  received: z.string(),
  /** ISO time at which the answer was handed to the connection; null: none was. */
  answered: z.string().nullable(),
  /** HTTP status of the answer. */
  status: z.int().nullable(),
  /** Only where the server was asked to keep them. */
  messages: z.array(z.object({ role: z.string(), content: z.string() })).optional(),
});
export type RequestLogEntry = z.infer<typeof RequestLogEntry>;

export type ReceivedRequest = Omit<RequestLogEntry, 'arrival' | 'received' | 'answered' | 'status'>;

/** With a file, each line is written before anything else: it outlives a SIGKILL and is taken up by the next process. */
export interface RequestLog {
  /** The newest ones, in order of arrival: older ones are in the file alone. */
  readonly entries: () => readonly RequestLogEntry[];
  readonly receive: (request: ReceivedRequest, now: Date) => RequestLogEntry;
  readonly answer: (entry: RequestLogEntry, status: number, now: Date) => void;
  readonly close: () => void;
}

export interface RequestLogOptions {
  readonly file?: string | undefined;
  /** A file that has grown so large becomes the earlier one, in the place of the one before. Default 64 MiB. */
  readonly mostBytes?: number | undefined;
}

const usualBytes = 64 * 1024 * 1024;
/** Arrivals that are kept in memory. */
const mostEntries = 10_000;
/** Identities whose arrivals are counted; one that has not been met for longer begins at 1 again. */
const mostIdentities = 100_000;

/** @throws NotReadyError when the file cannot be opened. */
export function openRequestLog({ file, mostBytes }: RequestLogOptions = {}): RequestLog {
  const entries = new Map<string, RequestLogEntry>();
  const arrivals = new Map<string, number>();
  for (const entry of file === undefined ? [] : readRequestLog(file)) keep(entry);
  const lines = file === undefined ? null : new LogFile(file, mostBytes ?? usualBytes);

  function keep(entry: RequestLogEntry): void {
    entries.set(keyOf(entry), entry);
    forgetOldest(entries, mostEntries);
    const arrival = Math.max(entry.arrival, arrivals.get(entry.identity) ?? 0);
    arrivals.delete(entry.identity);
    arrivals.set(entry.identity, arrival);
    forgetOldest(arrivals, mostIdentities);
  }
  function write(entry: RequestLogEntry): void {
    lines?.write(`${JSON.stringify(entry)}\n`);
    keep(entry);
  }
  return {
    entries: () => [...entries.values()],
    receive: (request, now) => {
      const arrival = (arrivals.get(request.identity) ?? 0) + 1;
      const rest = { arrival, received: now.toISOString(), answered: null, status: null };
      const entry = { ...request, ...rest };
      write(entry);
      return entry;
    },
    answer: (entry, status, now) => {
      write({ ...entry, answered: now.toISOString(), status });
    },
    close: () => lines?.close(),
  };
}

function forgetOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > most) map.delete(oldest);
}

/** Of a file and the earlier one: an entry per arrival, in order. A line cut by a kill is left out. No file: none. */
export function readRequestLog(file: string): readonly RequestLogEntry[] {
  const entries = new Map<string, RequestLogEntry>();
  for (const part of [earlierOf(file), file]) {
    if (!existsSync(part)) continue;
    for (const line of readFileSync(part, 'utf8').split('\n')) {
      const parsed = RequestLogEntry.safeParse(jsonOf(line));
      if (parsed.success) entries.set(keyOf(parsed.data), parsed.data);
    }
  }
  return [...entries.values()];
}

function earlierOf(file: string): string {
  return `${file}.earlier`;
}

/** Lines in a file of bounded size, with one earlier file of that size beside it. */
class LogFile {
  private descriptor: number;
  private bytes: number;

  constructor(
    private readonly file: string,
    private readonly mostBytes: number,
  ) {
    this.descriptor = openForAppending(file);
    this.bytes = fstatSync(this.descriptor).size;
  }

  write(line: string): void {
    if (this.bytes >= this.mostBytes) this.beginAnew();
    this.bytes += writeSync(this.descriptor, line);
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private beginAnew(): void {
    this.close();
    renameSync(this.file, earlierOf(this.file));
    this.descriptor = openForAppending(this.file);
    this.bytes = 0;
  }
}

function keyOf({ identity, arrival }: RequestLogEntry): string {
  return `${identity}#${String(arrival)}`;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function openForAppending(file: string): number {
  try {
    const descriptor = openSync(file, 'a', 0o600);
    // A line that a kill cut short must not swallow the next one.
    const text = readFileSync(file);
    if (text.length > 0 && text[text.length - 1] !== 0x0a) writeSync(descriptor, '\n');
    return descriptor;
  } catch (cause) {
    throw new NotReadyError(
      `the model server cannot write its request log ${file}: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Give another file with --log-file, or make its folder writable',
      { code: 'REQUEST_LOG_UNWRITABLE', cause },
    );
  }
}
