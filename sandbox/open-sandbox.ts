import { availableParallelism } from 'node:os';

import { EspalierError } from '../core/errors/errors';
import type { SandboxBackend } from '../core/names/sandbox-backends';
import { backendRows, backends, setUpRemedy } from './backends';
import type { CellBackend, CellShape } from './cells/cell-backend';
import { Cell } from './cells/cell';
import { cellIdentity } from './cells/cell-identity';
import { CellPool } from './cells/cell-pool';
import { CellSandbox } from './cells/cell-sandbox';
import { PythonUnusableError, SandboxInfraError, SandboxMissingError } from './errors';
import { loadGuestBundle, type GuestBundle } from './guest/bundle';
import type { Hello } from './guest/protocol';
import { requireIsolation } from './isolation';
import type { SandboxOptions } from './sandbox-options';

const oldestPython = [3, 9] as const;

/** What programs are usually given: a first cell of this shape says hello, and serves the first of them. */
const usualShape: CellShape = { memoryMb: 1_024 };

/** @throws SandboxInfraError when it calls itself by another name: verdicts would be put down to the wrong backend. */
export async function openBackend(
  name: SandboxBackend,
  options: SandboxOptions,
  { bootstrap }: GuestBundle,
): Promise<CellBackend> {
  const backend = await backends[name].open(options, { bootstrap, remedy: setUpRemedy() });
  if (backend.name === name) return backend;
  await backend.close();
  throw new SandboxInfraError(name, `what its row opens calls itself ${backend.name}`, {
    fate: 'terminal',
  });
}

/** Whether a version such as `3.11.2` is one the tools run on. */
export function isPythonNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === oldestPython[0] && minor >= oldestPython[1];
}

/**
 * Refuses a cell that isolates too little, whose Python is too old, or that differs from the first in what verdicts depend
 * on. @returns a function that throws SandboxUnsafeError, PythonUnusableError, SandboxInfraError
 */
export function approval(
  backend: Pick<CellBackend, 'name' | 'place' | 'memoryUnbounded'>,
): (hello: Hello) => void {
  const { name, place } = backend;
  let first: string | null = null;
  return (hello) => {
    requireIsolation(name, hello);
    const { python } = hello;
    if (!isPythonNewEnough(python)) {
      throw new PythonUnusableError(place, `it is Python ${python}`);
    }
    const identity = cellIdentity(backend, hello);
    first ??= identity;
    if (identity === first) return;
    throw new SandboxInfraError(name, `it is ${identity}; the first one was ${first}`);
  };
}

/** Starts a cell to hear what it is. @throws SandboxUnavailableError, SandboxUnsafeError, PythonUnusableError */
export async function tryBackend(backend: CellBackend, bundle: GuestBundle): Promise<Hello> {
  const options = { backend, bundle, approve: approval(backend) };
  const hooks = { signal: new AbortController().signal, onBroken: () => undefined };
  const cell = await Cell.start(usualShape, options, hooks);
  await cell.end();
  return cell.hello;
}

async function openOn(
  name: SandboxBackend,
  options: SandboxOptions,
  bundle: GuestBundle,
): Promise<CellSandbox> {
  const backend = await openBackend(name, options, bundle);
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
 * Opens the sandbox: finds a backend, starts one cell, and refuses it when it isolates less than it should.
 * @throws SandboxMissingError when no backend works; with a named one, its own error:
 * SandboxUnavailableError (`retryable`), SandboxUnsafeError, PythonUnusableError, ImageMissingError
 */
export async function openSandbox(options: SandboxOptions): Promise<CellSandbox> {
  const bundle = loadGuestBundle();
  if (options.backend !== 'auto') return openOn(options.backend, options, bundle);
  return firstThatWorks((name) => openOn(name, options, bundle));
}

/** What `open` makes of the first backend that works, in the order of the names. @throws SandboxMissingError */
export async function firstThatWorks<T>(open: (name: SandboxBackend) => Promise<T>): Promise<T> {
  const reasons: string[] = [];
  for (const { name } of backendRows) {
    try {
      return await open(name);
    } catch (error) {
      if (!(error instanceof EspalierError)) throw error;
      reasons.push(`${error.message} (${error.remedy})`);
    }
  }
  throw new SandboxMissingError(reasons, setUpRemedy());
}
