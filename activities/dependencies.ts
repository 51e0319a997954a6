import type { ModelClient } from '../core/adapters/model';
import type { Store } from '../core/ports/records';
import type { RepositoryHost } from '../core/adapters/repository';
import type { Sandbox } from '../core/adapters/sandbox';
import type { EnvironmentRecord } from '../core/schemas/environment';
import type { TaskSource } from '../core/schemas/patch-task';
import type { PackageIndex } from '../repositories';
import type { CallsInFlight } from './model/calls-in-flight';
import type { SessionKeeper } from './dialogue/sessions/session-keeper';
import type { ModelConfig } from '../core/schemas/run';

export interface ActivityDependencies {
  readonly store: Store;
  /** Opened on first use: a worker without sandbox work needs none. */
  readonly sandbox: () => Promise<Sandbox>;
  readonly repositories: () => Promise<RepositoryHost>;
  readonly packages: PackageIndex;
  /** The installed repository of a task, built if need be. Throws a TaskEnvironmentError. */
  readonly taskEnvironments: {
    readonly of: (source: TaskSource, signal?: AbortSignal) => Promise<EnvironmentRecord>;
  };
  /** Returns the proxy for the address of a clone: `http://host:port`. undefined: no proxy. */
  readonly proxyUrlFor?: ((address: string) => string | undefined) | undefined;
  /** The interpreter sessions of dialogues in this process. A session starts when it is first used. */
  readonly sessions: SessionKeeper;
  /** Programs that one activity gives to the sandbox at a time, at least 1: the number of slots of the sandbox. */
  readonly programsAtOnce: number;
  /** The client for a run, or for a chat by its id. Asked before each call: the port of our own server may have changed. */
  readonly modelClient: (model: ModelConfig, run: string) => Promise<ModelClient>;
  /** Model calls outlive the activities that began them. */
  readonly calls: CallsInFlight;
  /** Name of this process in the leases of the journal. */
  readonly owner: string;
  readonly leaseMs: number;
}
