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
}

/** Endpoints give a batch 24 hours. After that it is cancelled, and later it is given up. */
const mostMs = 25 * 60 * 60 * 1000;
const givenUpMs = mostMs + 60 * 60 * 1000;

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
      if (openMs > mostMs) await batches.cancel(id, model);
      if (openMs > givenUpMs) await end(dependencies, batch, { trouble: 'it did not end in time' });
      return;
    }
    case 'gone':
      return end(dependencies, batch, { trouble: `it is gone: ${look.words}` });
    case 'ended':
      return collect(dependencies, at, look);
  }
}

async function submit(
  dependencies: ActivityDependencies,
  { batch, batches, isNew }: BatchAtHand,
): Promise<void> {
  const content = await readContent(dependencies.store.blobs, batch.content);
  const { token, model, reservedAtMs } = batch;
  const found = isNew ? null : await batches.find(token, reservedAtMs, model);
  if (found?.kind === 'refused') return refused(dependencies, batch, found);
  const submission =
    found?.kind === 'found'
      ? ({ kind: 'submitted', id: found.id } as const)
      : await batches.submit(requestsOf(content), { ...content.form, token });
  if (submission.kind === 'refused') return refused(dependencies, batch, submission);
  await dependencies.store.batches.change(batch, { state: 'submitted', id: submission.id });
}

async function refused(
  { store }: ActivityDependencies,
  batch: StoredBatch,
  { isUnsupported, words }: Extract<BatchSubmission, { kind: 'refused' }>,
): Promise<void> {
  const state = isUnsupported ? 'unsupported' : 'ended';
  await store.batches.change(batch, { state, trouble: words });
}

async function collect(
  dependencies: ActivityDependencies,
  { batch, batches, owner }: BatchAtHand,
  look: EndedBatch,
): Promise<void> {
  if (look.isOverLimit) {
    const trouble = look.words ?? 'over a limit of the endpoint';
    await dependencies.store.batches.change(batch, { state: 'postponed', trouble });
    return;
  }
  const content = await readContent(dependencies.store.blobs, batch.content);
  const answers = await batches.answers(look, requestsOf(content), content.form);
  for (const call of content.calls) {
    const answer = answers.get(call.identity);
    if (answer !== undefined) await keep(dependencies, call, { answer, owner });
  }
  const isWhole = answers.size === content.calls.length;
  const trouble = isWhole ? null : [look.status, ...(look.words === null ? [] : [look.words])];
  await end(dependencies, batch, {
    answered: answers.size,
    trouble: trouble === null ? null : trouble.join(': '),
  });
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
): Promise<void> {
  await store.batches.change(batch, { state: 'ended', answered, trouble });
}
