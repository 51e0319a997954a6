import { askModel, type AskModelDependencies } from '../../../../activities/model/ask-model';
import { CallsInFlight } from '../../../../activities/model/calls-in-flight';
import type { ModelClient } from '../../../../core/adapters/model';
import { requestIdentity } from '../../../../llm/request-identity';
import { createMemoryJournal, type MemoryJournal } from '../../../fakes/memory-journal';
import { callUse, modelRequest } from '../../../../laboratory/fakes/model-requests';

export const request = modelRequest();
export const use = callUse();
export const identity = requestIdentity(request);
export const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Asks one request through a journal in memory of a model that answers by `send`. */
export function setUp(
  send: ModelClient['send'],
  changes: Partial<AskModelDependencies> = {},
): {
  ask: (changes?: Partial<AskModelDependencies>) => ReturnType<typeof askModel>;
  journal: MemoryJournal;
  calls: CallsInFlight;
  beats: string[];
} {
  const journal = createMemoryJournal();
  const calls = new CallsInFlight(changes.sleep);
  const beats: string[] = [];
  const dependencies: AskModelDependencies = {
    journal,
    calls,
    client: { send },
    owner: 'us',
    scope: 'run/problem/0/n0/solver',
    leaseMs: 5_000,
    heartbeat: (phase) => beats.push(phase),
    signal: new AbortController().signal,
    unwanted: () => Promise.resolve(true),
    ...changes,
  };
  const ask = (more: Partial<AskModelDependencies> = {}) =>
    askModel({ ...dependencies, ...more }, { request, use });
  return { ask, journal, calls, beats };
}

/** Somebody else's claim of the same request. */
export const others = { identity, request, use, owner: 'them' };
