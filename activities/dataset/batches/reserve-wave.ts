import type { BatchKey, BatchWindow, StoredBatch } from '../../../core/adapters/batch-store';
import type { ModelBatches } from '../../../core/adapters/model-batches';
import { batchStages } from '../../../core/names/batch-stages';
import { attemptCount } from '../../../core/work/planned-attempts';
import type { ActivityDependencies } from '../../dependencies';
import { refusedInRun } from '../../model/refused-in-run';
import { useOf } from '../../model/ask-role';
import { sha256Of } from '../../sha256-of';
import type { RowContext, RowContexts } from '../row-contexts';
import { readContent } from './batch-content';
import type { BatchContent } from './batch-content';
import { batchParts } from './batch-parts';
import { openQuestions } from './open-questions';
import type { OpenQuestion } from './open-questions';

export interface WaveOf {
  readonly window: BatchWindow;
  readonly config: RowContext['config'];
  readonly batches: ModelBatches;
  /** Batches of the window so far whose requests are in no other one. All have ended. */
  readonly before: readonly StoredBatch[];
  /** Number of the new wave. */
  readonly wave: number;
}

/**
 * Reserves batches for the open requests of each stage of a window. A request is in one batch of a window at most. Parts of a
 * stage that are too large for one batch go at the same time, under the next numbers.
 * @returns the number of batches. 0: nothing is open
 */
export async function reserveWave(
  dependencies: ActivityDependencies,
  rows: RowContexts,
  { window, config, batches, before, wave }: WaveOf,
): Promise<number> {
  const { store } = dependencies;
  const open = await openOfWindow({ store, rows }, { window, config, before });
  let reserved = 0;
  for (const stage of batchStages) {
    const parts = batchParts(
      stage,
      open.filter((one) => one.stage === stage),
    );
    for (const [nth, asked] of parts.entries()) {
      const key = { ...window, wave: wave + nth, stage };
      await reserve(store, key, { asked, endpoint: batches.endpoint });
      reserved += 1;
    }
  }
  return reserved;
}

async function reserve(
  store: ActivityDependencies['store'],
  key: BatchKey,
  { asked, endpoint }: { readonly asked: readonly OpenQuestion[]; readonly endpoint: string },
): Promise<void> {
  const [first] = asked;
  if (first === undefined) return;
  const { model } = first.request;
  const refused = await refusedInRun(store.endpoints, key.run).of({ endpoint, model });
  const task = first.request.parameters.task ?? 'chat';
  const content: BatchContent = {
    form: { model, task, refused },
    calls: asked.map(({ identity, request, question }) => ({
      ...{ identity, request, use: useOf(question) },
    })),
  };
  const stored = await store.blobs.put(JSON.stringify(content));
  const token = sha256Of(JSON.stringify([key, stored])).slice(0, 32);
  await store.batches.reserve(key, { token, model, content: stored, requests: asked.length });
}

async function openOfWindow(
  { store, rows }: { readonly store: ActivityDependencies['store']; readonly rows: RowContexts },
  { window: { run, window }, config, before }: Omit<WaveOf, 'batches' | 'wave'>,
): Promise<readonly OpenQuestion[]> {
  const seen = new Set<string>();
  for (const { content } of before) {
    for (const { identity } of (await readContent(store.blobs, content)).calls) seen.add(identity);
  }
  const size = config.build.recipe.batch?.rows ?? 0;
  const range = {
    from: window * size,
    to: Math.min(attemptCount(config), (window + 1) * size),
  };
  const statuses = await store.runs.attemptStatuses(run, range);
  const completed = new Set(
    statuses.flatMap(({ position, status }) => (status === 'completed' ? [position] : [])),
  );
  const open: OpenQuestion[] = [];
  for (let position = range.from; position < range.to; position += 1) {
    if (completed.has(position)) continue;
    const attempt = { run, problem: config.problems[position] ?? '', sample: 0 };
    const row = await rows.of(attempt, position);
    for (const one of await openQuestions({ store, rows }, { attempt, row })) {
      if (seen.has(one.identity)) continue;
      seen.add(one.identity);
      open.push(one);
    }
  }
  return open;
}
