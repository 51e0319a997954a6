import { asJson } from '../../core/values/canonical-json';
import type { JsonValue } from '../../core/values/canonical-json';
import { EspalierError } from '../../core/errors/errors';
import { isRecord } from '../../core/values/is-record';
import type { CallRecord, RunPage, Store } from '../../core/ports/records';
import { exportedCalls } from './run-facts';

/** The file of an export that has every prompt and reply. */
export const callsFile = 'calls.jsonl';

/**
 * A line for each distinct call, in the order of their first use, page by page: the request whose hash is its identity, what was really
 * sent, and the answer. Without times, and without anything that tells which answers were read back.
 */
export function callRows(store: Store): (page: RunPage) => Promise<readonly JsonValue[]> {
  const told = new Set<string>();
  return (page) => {
    const first = exportedCalls(page).filter(({ identity }) => {
      if (told.has(identity)) return false;
      told.add(identity);
      return true;
    });
    return Promise.all(first.map((call) => callRow(store, call)));
  };
}

async function callRow(
  store: Store,
  { identity, role, problem, sample }: CallRecord,
): Promise<JsonValue> {
  const full = await store.runs.callInFull(identity);
  if (full === null || !isRecord(full.request) || !isRecord(full.answer))
    throw new EspalierError(
      `the ${role}'s model call ${identity} for ${problem}, sample ${String(sample)}, is named by a record and not in the journal`,
      {
        code: 'CALL_MISSING',
        remedy: 'Export without --with-calls; the rest of the run is whole',
      },
    );
  const answer = Object.entries(full.answer)
    .filter(([name]) => !measured.has(name))
    .map(([name, value]) => [name, name === 'exchange' ? withoutManner(value) : value]);
  const kept = asJson(Object.fromEntries(answer));
  return { identity, role, request: asJson(full.request), answer: kept };
}

/** Times of an answer. */
const measured: ReadonlySet<string> = new Set(['latencyMs', 'firstTokenMs']);

/** Whether an answer came in pieces is a machine's setting, which may be another one when a run goes on: the answer is the same. */
function withoutManner(exchange: unknown): unknown {
  if (!isRecord(exchange)) return exchange;
  return Object.fromEntries(Object.entries(exchange).filter(([name]) => name !== 'streamed'));
}
