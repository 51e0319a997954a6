import { EspalierError } from '../../core/errors';
import { digestAttempt, digestFormat } from '../../core/metrics/attempt-digest';
import { digestCalls } from '../../core/metrics/call-figures';
import { callsByAttempt, placeKey } from '../../core/metrics/calls-by-attempt';
import { callThatTells } from '../../core/metrics/failure';
import type { LastReply } from '../../core/metrics/failure-reason';
import type {
  AttemptDigest,
  AttemptRecord,
  CallRecord,
  DigestPage,
  RunStore,
} from '../../core/ports/records';
import { BlobMissingError, RecordUnreadableError } from '../errors';
import { callsOfAttempt, unrecordedCalls } from '../journal/calls';
import { readAnswer } from '../journal/stored-answer';
import type { Queries, StoreContext } from '../store-context';
import type { AttemptRow } from '../tables';
import { lastOfPage, readRecords } from './run-pages';
import type { Positions } from './run-pages';
import { toStatus } from './stored-attempt';
import { readTotals } from './totals';

/** Attempts of a page: digests are small. */
const attemptsInPage = 500;
/** Without a digest, one after the other, so many are read at a time. */
const recordsTogether = 50;

type CallsOf = NonNullable<Parameters<RunStore['digests']>[1]>;

export function createAttemptDigests(context: StoreContext): Pick<RunStore, 'digests'> {
  return { digests: (run, callsOf) => readDigests(context, run, callsOf ?? null) };
}

/** Keeps what tables say of an attempt that has just ended. */
export async function keepDigest(db: Queries, attempt: AttemptRecord): Promise<void> {
  const { run, problem, sample } = attempt;
  const digest = await digestUnlessLost(db, attempt);
  if (digest === null) return;
  const { calls, effort, failure } = digest;
  const kept: KeptDigest = { result: digest.attempt.result, calls, effort, failure };
  const content = JSON.stringify(kept);
  await db
    .insertInto('attempt_digests')
    .values({ run, problem, sample, format: digestFormat, content })
    .onConflict((conflict) =>
      conflict.columns(['run', 'problem', 'sample']).doUpdateSet({ format: digestFormat, content }),
    )
    .execute();
}

/**
 * null: what it rests on is not there, or a figure cannot be found. An end is recorded all the same; whoever reads it is told.
 * @throws the store's own errors: locked, full, damaged
 */
async function digestUnlessLost(
  db: Queries,
  attempt: AttemptRecord,
): Promise<AttemptDigest | null> {
  try {
    return await digestFromRecords(db, attempt, await callsOfAttempt(db, attempt));
  } catch (error) {
    const isOfStore = error instanceof EspalierError && !isOfRecords(error);
    if (isOfStore) throw error;
    return null;
  }
}

function isOfRecords(error: EspalierError): boolean {
  return error instanceof BlobMissingError || error instanceof RecordUnreadableError;
}

/** A digest as its row holds it: without what the attempt's own columns say. */
interface KeptDigest extends Pick<AttemptDigest, 'calls' | 'effort' | 'failure'> {
  readonly result: AttemptRecord['result'];
}

async function* readDigests(
  context: StoreContext,
  run: string,
  callsOf: CallsOf | null,
): AsyncGenerator<DigestPage> {
  let from = 0;
  let calls = 0;
  for (;;) {
    const page = await readPage(context, { run, from, callsOf });
    if (page === null) break;
    for (const digest of page.attempts) calls += digest.calls.totals.calls;
    yield { attempts: page.attempts, unrecorded: null };
    from = page.to + 1;
  }
  if (callsOf !== null) return;
  // To look for them is to look at every call of the run.
  const totals = await readTotals(context, run);
  if (totals.calls <= calls) return;
  const counted = await unrecordedCalls(context.db, run);
  yield { attempts: [], unrecorded: digestCalls({ counted, speculative: [] }) };
}

/** null: there is no attempt at this position or behind it. */
function readPage(
  { db }: StoreContext,
  {
    run,
    from,
    callsOf,
  }: { readonly run: string; readonly from: number; readonly callsOf: CallsOf | null },
): Promise<{ readonly attempts: readonly AttemptDigest[]; readonly to: number } | null> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const most = callsOf === null ? attemptsInPage : recordsTogether;
      const to = await lastOfPage(snapshot, { run, from, most });
      if (to === null) return null;
      if (callsOf !== null) {
        return { attempts: await digestRecords(snapshot, run, { from, to }, callsOf), to };
      }
      const rows = await selectKept(snapshot, run, { from, to });
      const kept = rows.map(keptDigest);
      const found = new Map<string, AttemptDigest>();
      const without = rows.flatMap(({ position }, at) => (kept[at] === null ? [position] : []));
      for (const positions of runsOf(without)) {
        for (const digest of await digestRecords(snapshot, run, positions, ({ calls }) => calls)) {
          found.set(placeKey(digest.attempt), digest);
        }
      }
      const attempts = rows.flatMap((row, at) => kept[at] ?? found.get(placeKey(row)) ?? []);
      return { attempts, to };
    });
}

function selectKept(db: Queries, run: string, { from, to }: Positions) {
  return db
    .selectFrom('attempts as attempt')
    .leftJoin('attempt_digests as digest', (join) =>
      join
        .onRef('digest.run', '=', 'attempt.run')
        .onRef('digest.problem', '=', 'attempt.problem')
        .onRef('digest.sample', '=', 'attempt.sample')
        .on('digest.format', '=', digestFormat),
    )
    .select(['attempt.run', 'attempt.problem', 'attempt.sample', 'attempt.position'])
    .select(['attempt.status', 'digest.content'])
    .where('attempt.run', '=', run)
    .where('attempt.position', '>=', from)
    .where('attempt.position', '<=', to)
    .orderBy('attempt.position')
    .orderBy('attempt.problem')
    .orderBy('attempt.sample')
    .execute();
}

/** null: there is none, or it cannot be read. */
function keptDigest(
  row: Pick<AttemptRow, 'run' | 'problem' | 'sample' | 'position' | 'status'> & {
    readonly content: string | null;
  },
): AttemptDigest | null {
  const { content, run, problem, sample, position } = row;
  if (content === null) return null;
  try {
    const { result, calls, effort, failure } = JSON.parse(content) as KeptDigest;
    const status = toStatus(row);
    const attempt = { run, problem, sample, position, status, waiting: null, result };
    return { attempt, calls, effort, failure };
  } catch {
    return null;
  }
}

/** Positions that follow on each other, few at a time. */
function runsOf(positions: readonly number[]): readonly Positions[] {
  const runs: { from: number; to: number }[] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last !== undefined && position <= last.to + 1 && position - last.from < recordsTogether) {
      last.to = position;
    } else {
      runs.push({ from: position, to: position });
    }
  }
  return runs;
}

async function digestRecords(
  db: Queries,
  run: string,
  positions: Positions,
  callsOf: CallsOf,
): Promise<readonly AttemptDigest[]> {
  const page = await readRecords(db, run, positions);
  const calls = callsByAttempt(callsOf(page));
  const digests: AttemptDigest[] = [];
  for (const attempt of page.attempts) {
    digests.push(await digestFromRecords(db, attempt, calls.get(placeKey(attempt)) ?? []));
  }
  return digests;
}

async function digestFromRecords(
  db: Queries,
  attempt: AttemptRecord,
  calls: readonly CallRecord[],
): Promise<AttemptDigest> {
  const call = callThatTells(attempt, calls);
  const last: LastReply | null =
    call === null ? null : { call, text: await textOf(db, call.identity) };
  return digestAttempt(attempt, calls, last);
}

/** @throws RecordUnreadableError, BlobMissingError */
async function textOf(db: Queries, identity: string): Promise<string> {
  const row = await db
    .selectFrom('model_calls')
    .select(['identity', 'answer', 'text_sha256'])
    .where('identity', '=', identity)
    .executeTakeFirstOrThrow();
  return (await readAnswer(db, row)).text;
}
