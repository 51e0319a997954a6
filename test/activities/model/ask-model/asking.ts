import { askModel, type AskModelDependencies } from '../../../../activities/model/ask-model';
import { CallsInFlight } from '../../../../activities/model/calls-in-flight';
import type { ModelClient } from '../../../../core/ports/model';
import { requestIdentity } from '../../../../llm/request-identity';
import { createMemoryJournal, type MemoryJournal } from '../../../fakes/memory-journal';
import { callUse, modelRequest } from '../../../fakes/model-requests';

export const request = modelRequest();
export const use = callUse();
export const identity = requestIdentity(request);
export const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Asks one request through a journal in memory of a model that answers by `send`. */
export function setUp(
  send: ModelClient['send'],
  changes: Partial<AskModelDependencies> = {},
): { ask: () => ReturnType<typeof askModel>; journal: MemoryJournal; beats: string[] } {
  const journal = createMemoryJournal();
  const beats: string[] = [];
  const dependencies: AskModelDependencies = {
    journal,
    calls: new CallsInFlight(changes.sleep),
    client: { send },
    owner: 'us',
    leaseMs: 5_000,
    heartbeat: (phase) => beats.push(phase),
    signal: new AbortController().signal,
    cancelledByPerson: () => true,
    ...changes,
  };
  return { ask: () => askModel(dependencies, { request, use }), journal, beats };
}

/** Somebody else's claim of the same request. */
export const others = { identity, request, use, owner: 'them' };
