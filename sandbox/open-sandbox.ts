import { availableParallelism } from 'node:os';

import { EspalierError } from '../core/errors';
import type { Sandbox } from '../core/ports/sandbox';
import type { BoxLimits } from '../core/schemas/verdict';
import { BoxedSandbox } from './boxes/boxed-sandbox';
import { BubblewrapBackend } from './bubblewrap/backend';
import type { BoxBackend } from './boxes/box';
import { DockerBackend, defaultImage } from './docker-backend';
import { defaultDockerHost } from './docker-engine';
import { PythonUnusableError, SandboxMissingError, SandboxUnavailableError } from './errors';
import { loadGuestBundle, type GuestBundle } from './guest/bundle';
import { greet } from './guest/conversation';
import type { Hello } from './guest/protocol';
import { requireIsolation } from './isolation';

export type SandboxProvider = 'bubblewrap' | 'docker';

export interface SandboxOptions {
  /** `auto` takes bubblewrap, else Docker. */
  readonly provider: 'auto' | SandboxProvider;
  /** Boxes at a time; default one per core. */
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
}

const defaultSearchPath = '/usr/local/bin:/usr/bin:/bin';
const oldestPython = [3, 9] as const;

/** A first box says hello and no more. */
const trialLimits: BoxLimits = {
  cpuMs: 1_000,
  wallMs: 5_000,
  memoryMb: 256,
  processes: 16,
  outputBytes: 65_536,
  diskMb: 16,
};

/** @throws SandboxMissingError, PythonUnusableError, SandboxUnavailableError, ImageMissingError */
export async function openBackend(
  provider: SandboxProvider,
  options: SandboxOptions,
  bundle: GuestBundle,
): Promise<BoxBackend> {
  const { stateLabel } = options;
  const { bootstrap } = bundle;
  if (provider === 'docker') {
    const image = options.image ?? defaultImage;
    const host = options.dockerHost ?? defaultDockerHost;
    return DockerBackend.open({ image, host, stateLabel, bootstrap });
  }
  const searchPath = options.searchPath ?? defaultSearchPath;
  return BubblewrapBackend.open({ searchPath, root: options.root ?? '/', stateLabel, bootstrap });
}

/** Whether a version such as `3.11.2` is one the tools run on. */
export function isPythonNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === oldestPython[0] && minor >= oldestPython[1];
}

/**
 * Starts one box, only to hear what it is.
 * @throws SandboxUnavailableError, SandboxUnsafeError, PythonUnusableError
 */
export async function tryBackend(backend: BoxBackend, bundle: GuestBundle): Promise<Hello> {
  const box = await backend.start(trialLimits, { signal: AbortSignal.timeout(60_000) });
  try {
    const hello = await greet(box, bundle.frame);
    requireIsolation(backend.provider, hello.isolation);
    if (!isPythonNewEnough(hello.python)) {
      throw new PythonUnusableError(backend.place, `it is Python ${hello.python}`);
    }
    return hello;
  } catch (cause) {
    if (cause instanceof EspalierError) throw cause;
    throw new SandboxUnavailableError(backend.provider, (cause as Error).message, { cause });
  } finally {
    await box.end();
  }
}

async function openProvider(
  provider: SandboxProvider,
  options: SandboxOptions,
  bundle: GuestBundle,
): Promise<Sandbox> {
  const backend = await openBackend(provider, options, bundle);
  const { python } = await tryBackend(backend, bundle);
  const slots = options.slots ?? availableParallelism();
  return new BoxedSandbox({ backend, bundle, python, slots });
}

/**
 * Opens the sandbox: finds a provider, starts one box, and refuses it when it isolates less than it should.
 * @throws SandboxMissingError when neither provider works; with a named provider, its own error:
 * SandboxUnavailableError (`retryable`), SandboxUnsafeError, PythonUnusableError, ImageMissingError
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
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
