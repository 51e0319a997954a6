import { digestAttempt, digestFormat } from '../../core/metrics/attempt-digest';
import { digestCalls } from '../../core/metrics/call-figures';
import { callsByAttempt, placeKey } from '../../core/metrics/calls-by-attempt';
import { callThatTells } from '../../core/metrics/failure';
import type { LastReply } from '../../core/metrics/failure-reason';
import type { CallDigest } from '../../core/ports/attempt-figures';
import type {
  AttemptDigest,
  AttemptRecord,
  CallRecord,
  DigestPage,
  RunStore,
} from '../../core/ports/records';
import { unrecordedCalls } from '../journal/calls';
import { readAnswer } from '../journal/stored-answer';
import type { Queries, StoreContext } from '../store-context';
import type { AttemptRow } from '../tables';
import { lastOfPage, readRecords } from './run-pages';
import type { Positions } from './run-pages';
import { toStatus } from './stored-attempt';
import { readTotals } from '../run-totals';

/** Attempts of a page: digests are small. */
const attemptsInPage = 500;
/** Without a digest, one after the other, so many are read at a time. */
const recordsTogether = 50;

type CallsOf = NonNullable<Parameters<RunStore['digests']>[1]>;

export function createAttemptDigests(context: StoreContext): Pick<RunStore, 'digests'> {
  return { digests: (run, callsOf) => readDigests(context, run, callsOf ?? null) };
}

/** Of an attempt that has none. */
export async function writeDigest(db: Queries, digest: AttemptDigest): Promise<void> {
  const { run, problem, sample, result } = digest.attempt;
  const { calls, effort, failure } = digest;
  const kept: KeptDigest = { result, calls, effort, failure };
  const content = JSON.stringify(kept);
  await db
    .insertInto('attempt_digests')
    .values({ run, problem, sample, format: digestFormat, content })
    .onConflict((conflict) =>
      conflict.columns(['run', 'problem', 'sample']).doUpdateSet({ format: digestFormat, content }),
    )
    .execute();
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
  const unrecorded = await unrecordedDigest(context, run, calls);
  if (unrecorded !== null) yield { attempts: [], unrecorded };
}

/** null: there are none. @param recorded calls of attempts that have a record */
export async function unrecordedDigest(
  context: StoreContext,
  run: string,
  recorded: number,
): Promise<CallDigest | null> {
  // To look for them is to look at every call of the run.
  const totals = await readTotals(context, run);
  if (totals.calls <= recorded) return null;
  return digestCalls({ counted: await unrecordedCalls(context.db, run), speculative: [] });
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
      const attempts =
        callsOf === null
          ? await digestsAt(snapshot, run, { from, to })
          : await digestRecords(snapshot, run, { from, to }, callsOf);
      return { attempts, to };
    });
}

/** Of the attempts at these positions, in order: as they are kept, and from the records where they are not. */
export async function digestsAt(
  db: Queries,
  run: string,
  positions: Positions,
): Promise<readonly AttemptDigest[]> {
  const rows = await selectKept(db, run, positions).execute();
  const kept = rows.map(keptDigest);
  const found = await digestsOf(
    db,
    run,
    rows.filter((_, at) => kept[at] === null),
  );
  return rows.flatMap((row, at) => kept[at] ?? found.get(placeKey(row)) ?? []);
}

/** Of those among them of which none is kept. */
export async function digestsWithoutRow(
  db: Queries,
  run: string,
  positions: Positions,
): Promise<readonly AttemptDigest[]> {
  const rows = await selectKept(db, run, positions).where('digest.content', 'is', null).execute();
  return [...(await digestsOf(db, run, rows)).values()];
}

/** Those that are kept at these positions; null: some cannot be read. */
export async function keptDigests(
  db: Queries,
  run: string,
  positions: Positions,
): Promise<readonly AttemptDigest[] | null> {
  const rows = await selectKept(db, run, positions)
    .where('digest.content', 'is not', null)
    .execute();
  const digests = rows.flatMap((row) => keptDigest(row) ?? []);
  return digests.length < rows.length ? null : digests;
}

/** From the records of these attempts, by `placeKey`. */
async function digestsOf(
  db: Queries,
  run: string,
  attempts: readonly Pick<AttemptRow, 'problem' | 'sample' | 'position'>[],
): Promise<ReadonlyMap<string, AttemptDigest>> {
  const wanted = new Set(attempts.map((attempt) => placeKey(attempt)));
  const found = new Map<string, AttemptDigest>();
  for (const positions of runsOf(attempts.map(({ position }) => position))) {
    for (const digest of await digestRecords(db, run, positions, ({ calls }) => calls)) {
      const key = placeKey(digest.attempt);
      if (wanted.has(key)) found.set(key, digest);
    }
  }
  return found;
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
    .orderBy('attempt.sample');
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

/** @throws RecordUnreadableError, BlobMissingError */
export async function digestFromRecords(
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
