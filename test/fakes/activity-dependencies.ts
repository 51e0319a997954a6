import type { ActivityDependencies } from '../../activities/dependencies';
import { CallsInFlight } from '../../activities/model/calls-in-flight';
import type { DurableContext } from '../../activities/work/durable';
import { createMemoryStore } from './memory-store';
import { noRepositories } from '../../laboratory/fakes/no-repositories';
import { noSessions } from './no-sessions';

/** Of a worker that keeps records in memory and refuses everything else: a test gives what its activities are to use. */
export function activityDependencies(
  given: Partial<ActivityDependencies> = {},
): ActivityDependencies {
  return {
    store: createMemoryStore(),
    sandbox: () => Promise.reject(new Error('no program is to be run here')),
    sessions: noSessions,
    ...noRepositories,
    programsAtOnce: 2,
    modelClient: () => Promise.reject(new Error('no model is to be asked here')),
    calls: new CallsInFlight(),
    owner: 'o',
    leaseMs: 1_000,
    ...given,
  };
}

/** Of an activity that nobody ends. */
export function durableContext(changes: Partial<DurableContext> = {}): DurableContext {
  return {
    signal: new AbortController().signal,
    unwanted: () => Promise.resolve(false),
    beat: () => undefined,
    scope: 's',
    ...changes,
  };
}
