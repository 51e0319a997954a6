import type { Store } from '../../../core/ports/records';
import type { RepositoryHost, RepositoryPlace } from '../../../core/adapters/repository';
import type { PackageIndex } from '../../../repositories';
import type { AttemptContexts } from '../../work/attempt-contexts';

export interface RepositoryParts {
  readonly store: Store;
  readonly contexts: AttemptContexts;
  readonly repositories: () => Promise<RepositoryHost>;
  /** Interpreter and tools of the cells: asked once. */
  readonly place: () => Promise<RepositoryPlace>;
  readonly packages: PackageIndex;
  /** Of what is cloned, the proxy that an address is asked through: `http://host:port`; undefined: it is asked directly. */
  readonly proxyUrlFor?: ((address: string) => string | undefined) | undefined;
  /** sha256 of the tar with what our jobs need besides a repository's own. */
  readonly runnerTools: () => Promise<string>;
  readonly installSeconds: InstallSeconds;
  /** As many as there are cells. */
  readonly harnessesAtOnce: number;
}

/** What an installation needs, for whatever it is made. */
export type InstallParts = Pick<
  RepositoryParts,
  'store' | 'repositories' | 'place' | 'packages' | 'runnerTools' | 'installSeconds'
>;

/** Limits of an installation, seconds. */
export interface InstallSeconds {
  /** Of one command: a build, a resolution. */
  readonly step: number;
  readonly total: number;
}

export const usualInstallSeconds: InstallSeconds = { step: 300, total: 900 };
