import SqliteDatabase from 'better-sqlite3';

import { callUse, modelAnswer, modelRequest, sending } from '../fakes/model-requests';
import type { AttemptKey, AttemptResult, Store } from '../../core/ports/records';
import type { SearchNode } from '../../core/schemas/search';
import {
  attemptResult,
  runConfig,
  searchNode,
  searchOutcome,
  testOutcome,
} from '../fakes/record-samples';
import { positionsInBlock } from '../../store/migrations/block-sums';
import { syntheticProblem } from './synthetic-search';

export interface LargeRun {
  readonly id: string;
  readonly attempts: number;
}

/** Of each attempt: programs, and calls for each of them. */
const nodesEach = 4;
const callsPerNode = 3;
/** So many at the end are still under way. */
const underWay = 500;

/**
 * A run of so many attempts, each with four nodes and twelve calls, the last 500 still running. One attempt is recorded as the product
 * does it; the others are copies of its rows, made by the database: recorded one by one they would take an hour. Of each block of
 * positions one more is, which adds the block up.
 */
export async function seedLargeRun(
  store: Store,
  { path, id, attempts }: LargeRun & { readonly path: string },
): Promise<void> {
  const problems = Array.from({ length: attempts }, (_, number) => problemOf(number));
  const config = runConfig({ problems });
  await store.runs.createRun(id, config);
  const rows = problems.map((_, number) => syntheticProblem(number));
  await store.problems.save(config.dataset.sha256, rows);
  const first = { run: id, problem: problemOf(0), sample: 0 };
  const result = await recordFirst(store, first);
  const database = new SqliteDatabase(path);
  try {
    database.pragma('foreign_keys = ON');
    database.transaction(() => {
      const ended = Math.max(1, attempts - underWay);
      for (const statement of copies) {
        database.prepare(statement).run({ id, last: attempts - 1, ended });
      }
      database.prepare(reopen).run({ id, ended, block: positionsInBlock });
    })();
  } finally {
    database.close();
  }
  for (let position = 0; position < attempts - underWay; position += positionsInBlock) {
    await store.runs.finishAttempt({ ...first, problem: problemOf(position) }, result);
  }
}

function problemOf(number: number): string {
  return `Synthetic/${String(number)}`;
}

async function recordFirst(store: Store, key: AttemptKey): Promise<AttemptResult> {
  await store.runs.beginAttempt(key, 0);
  const text = { sha256: await store.blobs.put('sort, then scan'), excerpt: 'sort, then scan' };
  const nodes: SearchNode[] = [];
  for (let ordinal = 0; ordinal < nodesEach; ordinal += 1) {
    const plain = searchNode(ordinal);
    nodes.push({
      ...plain,
      strategy: text,
      program: await store.blobs.put(`def f(x):\n    return ${String(ordinal)}\n`),
      visible: plain.visible === null ? null : { ...plain.visible, feedback: text },
      critique: { kind: 'score', score: 4, words: text, neutral: false },
      calls: await recordCalls(store, key, ordinal),
    });
  }
  const outcome = { ...searchOutcome(nodes), strategies: [text], rootCalls: [] };
  const graded = [{ program: nodes.at(-1)?.program ?? '', outcome: testOutcome }];
  const result = attemptResult({ outcome, graded });
  await store.runs.finishAttempt(key, result);
  return result;
}

async function recordCalls(
  store: Store,
  key: AttemptKey,
  ordinal: number,
): Promise<SearchNode['calls']> {
  const calls: SearchNode['calls'] = [];
  for (const role of ['solver', 'critic-score', 'thinker-reflections'] as const) {
    const number = ordinal * callsPerNode + calls.length;
    const identity = number.toString(16).padStart(64, '0');
    const node = `n${String(ordinal)}`;
    const use = callUse({ ...key, node, context: { problem: key.problem, role } });
    const request = modelRequest({ draw: { sample: 0, ordinal: number } });
    await store.journal.claim({ identity, request, use, owner: 'bench', leaseMs: 60_000 });
    await store.journal.answer(identity, modelAnswer({ costUsd: 0.0001 }), sending(use));
    calls.push({ role, identity, repair: false });
  }
  return calls;
}

const series =
  'with recursive series(n) as (select 1 union all select n + 1 from series where n < @last)';
const named = "'Synthetic/' || series.n";

/** One of each block, so that it can end again. */
const reopen = `update attempts set status = 'running', solved = 0, result = null
   where run = @id and position % @block = 0 and position < @ended`;

const copies = [
  `${series} insert into attempts (run, problem, sample, position, status, waiting, verdict, solved, finish, answer, programs, cause, result)
   select run, ${named}, sample, series.n, iif(series.n >= @ended, 'running', status), null, verdict, iif(series.n % 2, solved, 0), finish, answer,
          programs, cause, iif(series.n >= @ended, null, result)
   from attempts join series where run = @id and position = 0`,
  `${series} insert into nodes
   select nodes.run, ${named}, sample, node, place, ordinal, parent, depth, program, visible_kind, visible_passed,
          visible_total, critique, score, decision, steered, content
   from series join nodes where nodes.run = @id and nodes.problem = 'Synthetic/0' and series.n < @ended`,
  `${series} insert into model_calls (identity, state, owner, lease_ends_at_ms, sends, endpoint, model, request_sha256,
          sent_at_ms, answered_at_ms, answer, text_sha256, prompt_tokens, completion_tokens, cost_usd)
   select printf('%032x', series.n) || substr(call.identity, 33), state, owner, lease_ends_at_ms, sends, endpoint, model, request_sha256,
          sent_at_ms, answered_at_ms, answer, text_sha256, prompt_tokens, completion_tokens, cost_usd
   from series join model_calls as call where call.identity in (select identity from call_uses where run = @id and problem = 'Synthetic/0')`,
  `${series} insert into call_uses (run, problem, sample, node, role, repair, identity, node_ordinal, use_order, paid_here, resends)
   select run, ${named}, sample, node, role, repair, printf('%032x', series.n) || substr(identity, 33), node_ordinal, use_order, paid_here, resends
   from series join call_uses where run = @id and problem = 'Synthetic/0'`,
  // The last: whatever is written of an attempt takes its digest away.
  `${series} insert into attempt_digests
   select run, ${named}, sample, format, content
   from series join attempt_digests where run = @id and problem = 'Synthetic/0' and series.n < @ended`,
];
