import type { ModelClient } from '../core/adapters/model';
import type { Store } from '../core/ports/records';
import type { RepositoryHost } from '../core/adapters/repository';
import type { Sandbox } from '../core/adapters/sandbox';
import type { PackageIndex } from '../repositories';
import type { CallsInFlight } from './model/calls-in-flight';
import type { SessionKeeper } from './dialogue/sessions/session-keeper';
import type { ModelConfig } from '../core/schemas/run';

/** Everything that activities need from outside. The worker builds it once. Tests pass fakes. */
export interface ActivityDependencies {
  readonly store: Store;
  /** Opened on first use: a worker without sandbox work needs none. */
  readonly sandbox: () => Promise<Sandbox>;
  /** Cells that hold a repository: opened on first use, too. */
  readonly repositories: () => Promise<RepositoryHost>;
  /** Package index that repositories are installed from. Nothing asks it before a repository is installed. */
  readonly packages: PackageIndex;
  /** Returns the proxy for the address of a clone: `http://host:port`. undefined: no proxy. */
  readonly proxyUrlFor?: ((address: string) => string | undefined) | undefined;
  /** The interpreter sessions of dialogues in this process. A session starts when it is first used. */
  readonly sessions: SessionKeeper;
  /**
   * Number of programs that one activity gives to the sandbox at the same time, at least 1. It equals the number of slots of
   * the sandbox.
   */
  readonly programsAtOnce: number;
  /**
   * Returns the client of the endpoint of a run, or of a chat by its id. It is asked before each call, because the port of
   * our own server may have changed.
   */
  readonly modelClient: (model: ModelConfig, run: string) => Promise<ModelClient>;
  /** Model calls outlive the activities that began them. */
  readonly calls: CallsInFlight;
  /** Name of this process in the leases of the journal. */
  readonly owner: string;
  /** Length of the lease of a sent request, in ms. */
  readonly leaseMs: number;
}
