import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { unpackedWheels } from '../../activities/environment/repository/unpacked-wheels';
import { sandboxOptions } from '../../config/sandbox-options';
import type { SandboxSettings } from '../../config/sandbox-options';
import type { Settings } from '../../config/settings';
import type { StateFolder } from '../../config/state-folder';
import { runnerWheels } from '../../repositories';
import { openRepositoryCells, reapOrphans } from '../../sandbox';
import { openStore } from '../../store';
import { openPackageIndex } from '../package-index';
import { readSuites, suitesFolder } from './read-suites';
import { runSuite } from './run-suite';
import type { ProbeResult } from './run-suite';

export interface VerifyOptions {
  readonly settings: Settings;
  readonly folder: StateFolder;
  /** Default: those of the settings. */
  readonly sandbox?: SandboxSettings;
  readonly wanted: string;
  /** Where they lie; default: those of the product. */
  readonly suites?: string;
  readonly onResult: (result: ProbeResult) => void;
  readonly signal?: AbortSignal;
}

/**
 * Runs acceptance suites, in a store of their own that is gone afterwards: nothing that was known before decides.
 * @throws UsageError for a suite there is none of, what opening a sandbox throws, IndexUnavailableError for what our jobs need
 */
export async function verifySuites({
  settings,
  folder,
  sandbox = sandboxOptions(settings, folder),
  wanted,
  suites: place = suitesFolder(),
  onResult,
  signal,
}: VerifyOptions): Promise<readonly ProbeResult[]> {
  const suites = readSuites(wanted, place);
  const own = await mkdtemp(join(tmpdir(), 'espalier-verify-'));
  await reapOrphans(sandbox);
  const host = await openRepositoryCells({ ...sandbox, slots: 2 });
  const stop = (): void => void host.close();
  signal?.addEventListener('abort', stop, { once: true });
  const store = await openStore({ path: join(own, 'store.sqlite') });
  try {
    const packages = openPackageIndex(settings);
    let found: Promise<string> | null = null;
    const tools = (): Promise<string> =>
      (found ??= unpackedWheels({ store, repositories: async () => host, packages }, runnerWheels));
    const results: ProbeResult[] = [];
    for (const suite of suites) {
      const parts = { store, folder: own, host, tools, toolsHash: host.tools, onResult };
      results.push(...(await runSuite(suite, parts)));
    }
    return results;
  } finally {
    signal?.removeEventListener('abort', stop);
    await store.close();
    await host.close();
    await rm(own, { recursive: true, force: true });
  }
}
