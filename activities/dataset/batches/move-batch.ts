import type { StoredBatch } from '../../../core/adapters/batch-store';
import type {
  BatchSubmission,
  EndedBatch,
  ModelBatches,
} from '../../../core/adapters/model-batches';
import type { ModelAnswer } from '../../../core/schemas/model';
import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import type { ActivityDependencies } from '../../dependencies';
import { readContent, requestsOf } from './batch-content';
import type { BatchCall } from './batch-content';

export interface BatchAtHand {
  readonly batch: StoredBatch;
  readonly batches: ModelBatches;
  /** It was reserved by this process a moment ago, so it cannot have been submitted. */
  readonly isNew: boolean;
  readonly nowMs: number;
  readonly owner: string;
  /** Why the endpoint is not asked for new batches. null: it may be. */
  readonly unsupported: string | null;
  /** Whether the window is still this owner's. */
  readonly isOurs: () => Promise<boolean>;
}

/** Endpoints give a batch 24 hours. After that it is cancelled, and later it is given up. */
const mostMs = 25 * 60 * 60 * 1000;
export const givenUpMs = mostMs + 60 * 60 * 1000;

/** Submits a reserved batch, or looks at a submitted one and keeps its answers when it has ended. */
export async function moveBatch(
  dependencies: ActivityDependencies,
  at: BatchAtHand,
): Promise<void> {
  const { batch, batches, nowMs } = at;
  if (batch.state === 'reserved') return submit(dependencies, at);
  const { model, id } = batch;
  if (batch.state !== 'submitted' || id === null) return;
  const look = await batches.look(id, model);
  switch (look.kind) {
    case 'open': {
      const openMs = nowMs - batch.changedAtMs;
      if (openMs > givenUpMs) return giveUp(dependencies, at, 'it did not end in time');
      if (openMs > mostMs) await batches.cancel(id, model);
      // It can be reached again.
      if (batch.trouble !== null) {
        await dependencies.store.batches.change(batch, { state: batch.state, trouble: null });
      }
      return;
    }
    case 'gone':
      await end(dependencies, batch, { trouble: `it is gone: ${look.words}` });
      return;
    case 'ended':
      return collect(dependencies, at, look);
  }
}

/** Ends a batch whose answers nobody waits for any longer. */
export async function giveUp(
  dependencies: ActivityDependencies,
  { batch, batches }: BatchAtHand,
  trouble: string,
): Promise<void> {
  // It may have ended, or be out of reach.
  if (batch.id !== null) await batches.cancel(batch.id, batch.model).catch(() => null);
  await end(dependencies, batch, { trouble });
}

async function submit(dependencies: ActivityDependencies, at: BatchAtHand): Promise<void> {
  const { batch, batches, isNew, unsupported, isOurs } = at;
  const { token, model, reservedAtMs } = batch;
  const found = isNew ? null : await batches.find(token, reservedAtMs, model);
  if (found?.kind === 'refused') return refused(dependencies, batch, found);
  if (found?.kind === 'found') return submitted(dependencies, at, found.id);
  if (unsupported !== null) {
    await dependencies.store.batches.change(batch, { state: 'unsupported', trouble: unsupported });
    return;
  }
  const content = await readContent(dependencies.store.blobs, batch.content);
  const form = { ...content.form, token, mayMake: isOurs };
  const submission = await batches.submit(requestsOf(content), form);
  switch (submission.kind) {
    case 'stopped':
      return;
    case 'refused':
      return refused(dependencies, batch, submission);
    case 'submitted':
      return submitted(dependencies, at, submission.id);
  }
}

async function submitted(
  { store }: ActivityDependencies,
  { batch, batches }: BatchAtHand,
  id: string,
): Promise<void> {
  if (await store.batches.change(batch, { state: 'submitted', id, trouble: null })) return;
  // Another owner has submitted it meanwhile. Only one of two batches is collected.
  const { wave, stage, model } = batch;
  const all = await store.batches.ofWindow(batch);
  const kept = all.find((one) => one.wave === wave && one.stage === stage);
  if (kept?.id !== id) await batches.cancel(id, model);
}

async function refused(
  { store }: ActivityDependencies,
  batch: StoredBatch,
  { isUnsupported, words }: Extract<BatchSubmission, { kind: 'refused' }>,
): Promise<void> {
  // An endpoint that took one batch has batches.
  const isNone =
    isUnsupported && (await store.batches.ofRun(batch.run)).every(({ id }) => id === null);
  await store.batches.change(batch, { state: isNone ? 'unsupported' : 'ended', trouble: words });
}

async function collect(
  dependencies: ActivityDependencies,
  { batch, batches, owner }: BatchAtHand,
  look: EndedBatch,
): Promise<void> {
  const { store } = dependencies;
  if (look.isOverLimit) {
    const trouble = look.words ?? 'over a limit of the endpoint';
    await store.batches.change(batch, { state: 'postponed', trouble });
    return;
  }
  const content = await readContent(store.blobs, batch.content);
  const asked = requestsOf(content);
  const { usable, unusable } = await batches.answers(look, asked, content.form);
  for (const call of content.calls) {
    const answer = usable.get(call.identity);
    if (answer !== undefined) await keep(dependencies, call, { answer, owner });
  }
  const isWhole = usable.size === content.calls.length;
  const trouble = isWhole ? null : [look.status, ...(look.words === null ? [] : [look.words])];
  const isEnded = await end(dependencies, batch, {
    answered: usable.size,
    trouble: trouble === null ? null : trouble.join(': '),
  });
  // Behind the end, so that none is counted twice after a kill.
  for (const { identity, use } of isEnded ? content.calls : []) {
    const line = unusable.get(identity);
    const { run, problem, sample } = use;
    const attempt = { run, problem, sample };
    if (line !== undefined) await store.endpoints.addUnusable({ identity, attempt, ...line });
  }
  await batches.drop(look);
}

/** As if it had been asked singly. An answer that came from elsewhere meanwhile stays, and this one was paid twice. */
async function keep(
  { store: { journal }, leaseMs }: ActivityDependencies,
  { identity, request, use }: BatchCall,
  { answer, owner }: { readonly answer: ModelAnswer; readonly owner: string },
): Promise<void> {
  const claim = await journal.claim({ identity, request, use, owner, leaseMs });
  const told = (one: ModelAnswer): string => canonicalJson(asJson(one));
  // A process that was killed here had kept it already.
  if (claim.kind === 'answered' && told(claim.answer) === told(answer)) return;
  await journal.answer(identity, answer, { use, requests: ['answered'] });
}

async function end(
  { store }: ActivityDependencies,
  batch: StoredBatch,
  { answered = 0, trouble }: { readonly answered?: number; readonly trouble: string | null },
): Promise<boolean> {
  return store.batches.change(batch, { state: 'ended', answered, trouble });
}
