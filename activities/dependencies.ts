import type { ModelClient } from '../core/adapters/model';
import type { Store } from '../core/ports/records';
import type { RepositoryHost } from '../core/adapters/repository';
import type { Sandbox } from '../core/adapters/sandbox';
import type { PackageIndex } from '../repositories';
import type { CallsInFlight } from './model/calls-in-flight';
import type { SessionKeeper } from './dialogue/sessions/session-keeper';
import type { ModelConfig } from '../core/schemas/run';

/** Everything activities need from outside, built once by the worker; tests hand in fakes. */
export interface ActivityDependencies {
  readonly store: Store;
  /** Opened on first use: a worker without sandbox work needs none. */
  readonly sandbox: () => Promise<Sandbox>;
  /** Cells that hold a repository: opened on first use, too. */
  readonly repositories: () => Promise<RepositoryHost>;
  /** What repositories are installed from; nothing is asked of it before one is. */
  readonly packages: PackageIndex;
  /** Of what is cloned, the proxy that an address is asked through: `http://host:port`; undefined: it is asked directly. */
  readonly proxyUrlFor?: ((address: string) => string | undefined) | undefined;
  /** The interpreter sessions of dialogues that this process keeps; none is started before one is used. */
  readonly sessions: SessionKeeper;
  /** Programs that one activity hands to the sandbox at a time, at least 1: as many as it has slots. */
  readonly programsAtOnce: number;
  /** The client of a run's endpoint; of a chat by its id. Asked anew for each call: our own server's port may have changed. */
  readonly modelClient: (model: ModelConfig, run: string) => Promise<ModelClient>;
  /** Model calls outlive the activities that began them. */
  readonly calls: CallsInFlight;
  /** This process, in the journal's leases. */
  readonly owner: string;
  /** How long a sent request stays ours without a renewal, ms. */
  readonly leaseMs: number;
}
