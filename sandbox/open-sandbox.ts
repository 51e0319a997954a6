import { availableParallelism, release } from 'node:os';

import { EspalierError } from '../core/errors';
import { BubblewrapBackend } from './bubblewrap/backend';
import type { CellBackend, CellShape } from './cells/backend';
import { Cell } from './cells/cell';
import { cellIdentity } from './cells/cell-identity';
import { CellPool } from './cells/cell-pool';
import { CellSandbox } from './cells/cell-sandbox';
import { DockerBackend, defaultImage } from './docker-backend';
import { defaultDockerHost } from './docker-engine';
import { PythonUnusableError, SandboxInfraError, SandboxMissingError } from './errors';
import { loadGuestBundle, type GuestBundle } from './guest/bundle';
import type { Hello } from './guest/protocol';
import { requireIsolation } from './isolation';

export type SandboxProvider = 'bubblewrap' | 'docker';

export interface SandboxOptions {
  /** `auto` takes bubblewrap, else Docker. */
  readonly provider: 'auto' | SandboxProvider;
  /** Cells, and so programs, at a time; default one per core. */
  readonly slots?: number | undefined;
  /** Docker image with python3 on its PATH; default `espalier-python:bookworm`. */
  readonly image?: string | undefined;
  /** Root folder with /usr for bubblewrap; default this machine's own /usr, read-only. */
  readonly root?: string | undefined;
  /** Names the state folder: only what carries its label is ever reaped. */
  readonly stateLabel: string;
  /** Address of the Docker engine; default `unix:///var/run/docker.sock`. */
  readonly dockerHost?: string | undefined;
  /** Where `bwrap` is searched, like PATH. */
  readonly searchPath?: string | undefined;
  /** Programs after which a cell is replaced; default 5,000. */
  readonly programsPerCell?: number | undefined;
  /** How long a cell without work is kept; default 60 s. */
  readonly idleMs?: number | undefined;
}

const defaultSearchPath = '/usr/local/bin:/usr/bin:/bin';
const oldestPython = [3, 9] as const;

/** What programs are usually given: a first cell of this shape says hello, and serves the first of them. */
const usualShape: CellShape = { memoryMb: 1_024 };

/** @throws SandboxMissingError, SandboxUnsafeError, PythonUnusableError, SandboxUnavailableError, ImageMissingError */
export async function openBackend(
  provider: SandboxProvider,
  options: SandboxOptions,
  bundle: GuestBundle,
): Promise<CellBackend> {
  const { stateLabel } = options;
  const { bootstrap } = bundle;
  if (provider === 'docker') {
    const image = options.image ?? defaultImage;
    const host = options.dockerHost ?? defaultDockerHost;
    return DockerBackend.open({ image, host, stateLabel, bootstrap });
  }
  const searchPath = options.searchPath ?? defaultSearchPath;
  const root = options.root ?? '/';
  const kernelRelease = release();
  return BubblewrapBackend.open({ searchPath, root, stateLabel, bootstrap, kernelRelease });
}

/** Whether a version such as `3.11.2` is one the tools run on. */
export function isPythonNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === oldestPython[0] && minor >= oldestPython[1];
}

/**
 * Refuses a cell that isolates less than it should, whose Python is too old, or that is another than the first one in
 * anything that verdicts depend on.
 * @returns a function that throws SandboxUnsafeError, PythonUnusableError, SandboxInfraError
 */
export function approval(
  backend: Pick<CellBackend, 'provider' | 'place' | 'memoryUnbounded'>,
): (hello: Hello) => void {
  const { provider, place } = backend;
  let first: string | null = null;
  return (hello) => {
    requireIsolation(provider, hello);
    const { python } = hello;
    if (!isPythonNewEnough(python)) {
      throw new PythonUnusableError(place, `it is Python ${python}`);
    }
    const identity = cellIdentity(backend, hello);
    first ??= identity;
    if (identity === first) return;
    throw new SandboxInfraError(provider, `it is ${identity}; the first one was ${first}`);
  };
}

/**
 * Starts one cell, only to hear what it is.
 * @throws SandboxUnavailableError, SandboxUnsafeError, PythonUnusableError
 */
export async function tryBackend(backend: CellBackend, bundle: GuestBundle): Promise<Hello> {
  const options = { backend, bundle, approve: approval(backend) };
  const hooks = { signal: new AbortController().signal, onBroken: () => undefined };
  const cell = await Cell.start(usualShape, options, hooks);
  await cell.end();
  return cell.hello;
}

async function openProvider(
  provider: SandboxProvider,
  options: SandboxOptions,
  bundle: GuestBundle,
): Promise<CellSandbox> {
  const backend = await openBackend(provider, options, bundle);
  const { slots = availableParallelism(), programsPerCell, idleMs } = options;
  const approve = approval(backend);
  const pool = new CellPool({ backend, bundle, approve, slots, programsPerCell, idleMs });
  try {
    const { hello } = await pool.warm(usualShape);
    return new CellSandbox({ backend, bundle, pool, hello });
  } catch (error) {
    await pool.close();
    await backend.close();
    throw error;
  }
}

/**
 * Opens the sandbox: finds a provider, starts one cell, and refuses it when it isolates less than it should.
 * @throws SandboxMissingError when neither provider works; with a named provider, its own error:
 * SandboxUnavailableError (`retryable`), SandboxUnsafeError, PythonUnusableError, ImageMissingError
 */
export async function openSandbox(options: SandboxOptions): Promise<CellSandbox> {
  const bundle = loadGuestBundle();
  if (options.provider !== 'auto') return openProvider(options.provider, options, bundle);
  const reasons: string[] = [];
  for (const provider of ['bubblewrap', 'docker'] as const) {
    try {
      return await openProvider(provider, options, bundle);
    } catch (error) {
      if (!(error instanceof EspalierError)) throw error;
      reasons.push(`${error.message} (${error.remedy})`);
    }
  }
  throw new SandboxMissingError(reasons);
}
